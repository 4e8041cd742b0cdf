// Charts of the report. Data are sums over bins of games; nothing is fetched.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const find = (id) => document.getElementById(id);
  const whole = (x) => Math.round(x).toLocaleString("en");
  const signed = (x, digits) => {
    const text = Math.abs(x).toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
    return (/[1-9]/.test(text) ? (x < 0 ? "−" : "+") : "") + text;
  };

  // cumulated sums at the edges of the bins, beginning with 0
  const cumulate = (text) => {
    const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
    const view = new DataView(bytes.buffer);
    const sums = new Float64Array(data.bins + 1);
    for (let i = 0; i < data.bins; i++) sums[i + 1] = sums[i] + view.getFloat32(4 * i, true);
    return sums;
  };
  const combine = (first, second, how) => first.map((x, i) => how(x, second[i]));
  const edges = Float64Array.from({ length: data.bins + 1 }, (_, i) => Math.floor((i * data.games) / Math.max(data.bins, 1)));
  const sums = {};
  for (const [key, text] of Object.entries(data.columns)) sums[key] = cumulate(text);
  const add = (x, y) => x + y;
  sums.divat = [1, 2, 3].reduce((total, r) => combine(total, sums["skill" + r], add), sums.skill0);

  // mean and standard error of the games between two edges
  const rate = (key, from, to) => {
    const n = edges[to] - edges[from];
    const mean = (sums[key][to] - sums[key][from]) / n;
    const squares = sums[key + "2"][to] - sums[key + "2"][from];
    return { n, mean, error: Math.sqrt(Math.max(0, squares / n - mean * mean) / Math.max(1, n - 1)) };
  };

  const nearest = (xs, x) => {
    let low = 0, high = xs.length - 1;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (xs[middle] < x) low = middle; else high = middle;
    }
    return x - xs[low] < xs[high] - x ? low : high;
  };

  const ticks = (from, to, wanted) => {
    const rough = (to - from) / wanted;
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = power * [1, 2, 5, 10].find((m) => m * power >= rough);
    const found = [];
    for (let i = Math.ceil(from / step); i * step <= to; i++) found.push(i * step);
    return { found, digits: Math.max(0, -Math.floor(Math.log10(step) + 1e-9)) };
  };

  // A line is {name, colour, values}, with a band of values ± spread, or mirrored at 0.
  class Chart {
    constructor(host, lines, options) {
      Object.assign(this, { xs: edges, from: 0, to: data.games, digits: 1, marked: null, left: 0, right: 12 }, options);
      this.lines = lines;
      this.cursor = null;
      this.drag = null;
      this.legend = this.element(host, "div", "legend");
      this.at = this.element(this.legend, "span", "at");
      this.buttons = lines.map((line) => this.button(line));
      const plot = this.element(host, "div", "plot");
      this.canvas = this.element(plot, "canvas");
      // what moves with the pointer lies above the canvas, so that the lines need not be redrawn
      this.region = this.element(plot, "div", "region");
      this.hair = this.element(plot, "div", "hair");
      this.canvas.tabIndex = 0;
      this.canvas.setAttribute("role", "img");
      this.canvas.setAttribute("aria-label", host.dataset.label + "; arrow keys read the values");
      this.listen();
      new ResizeObserver(() => this.redraw()).observe(this.canvas);
    }

    element(parent, tag, name) {
      const made = parent.appendChild(document.createElement(tag));
      if (name) made.className = name;
      return made;
    }

    button(line) {
      const button = this.element(this.legend, "button");
      button.type = "button";
      button.style.setProperty("--colour", `var(--${line.colour})`);
      if (line.dash) button.style.setProperty("--dash", "dotted");
      button.setAttribute("aria-pressed", String(!line.off));
      button.addEventListener("click", () => {
        line.off = !line.off;
        button.setAttribute("aria-pressed", String(!line.off));
        this.redraw();
      });
      return button;
    }

    listen() {
      const canvas = this.canvas;
      const place = (event) => {
        const share = (event.offsetX - this.left) / (canvas.clientWidth - this.left - this.right);
        return this.from + Math.min(1, Math.max(0, share)) * (this.to - this.from);
      };
      canvas.addEventListener("pointermove", (event) => {
        this.cursor = place(event);
        this.read();
      });
      canvas.addEventListener("pointerleave", () => {
        if (this.drag === null) this.cursor = null;
        this.read();
      });
      canvas.addEventListener("pointerdown", (event) => {
        if (event.button || event.pointerType === "touch") return;
        this.drag = place(event);
        canvas.setPointerCapture(event.pointerId);
      });
      canvas.addEventListener("pointerup", (event) => {
        if (this.drag === null) return;
        const ends = [this.drag, place(event)].sort((a, b) => a - b);
        this.drag = null;
        this.picked(...ends);
        this.read();
      });
      canvas.addEventListener("pointercancel", () => { this.drag = null; });
      canvas.addEventListener("dblclick", () => this.reset && this.reset());
      canvas.addEventListener("blur", () => { this.cursor = null; this.read(); });
      canvas.addEventListener("keydown", (event) => {
        const step = { ArrowLeft: -0.01, ArrowRight: 0.01 }[event.key];
        if (!step) return;
        event.preventDefault();
        const at = (this.cursor ?? (this.from + this.to) / 2) + step * (this.to - this.from);
        this.cursor = Math.min(this.to, Math.max(this.from, at));
        this.read();
      });
    }

    redraw() {
      if (this.waiting) return;
      this.waiting = requestAnimationFrame(() => {
        this.waiting = 0;
        this.draw();
      });
    }

    // first and last point that matter, and the range of what is shown between them
    extent() {
      const first = Math.max(0, nearest(this.xs, this.from) - 1);
      const last = Math.min(this.xs.length - 1, nearest(this.xs, this.to) + 1);
      let low = 0, high = 0;
      for (const line of this.lines) {
        if (line.off) continue;
        for (let i = first; i <= last; i++) {
          const spread = line.spread ? line.spread[i] : 0;
          low = Math.min(low, line.mirrored ? -line.values[i] : line.values[i] - spread);
          high = Math.max(high, line.values[i] + spread);
        }
      }
      const room = (high - low) * 0.05 || 1;
      return { first, last, low: low - room, high: high + room };
    }

    draw() {
      const style = getComputedStyle(document.documentElement);
      const colour = (key) => style.getPropertyValue("--" + key).trim();
      const { clientWidth: width, clientHeight: height } = this.canvas;
      if (!width) return;
      const scale = window.devicePixelRatio || 1;
      this.canvas.width = Math.round(width * scale);
      this.canvas.height = Math.round(height * scale);
      const pen = this.canvas.getContext("2d");
      pen.scale(scale, scale);
      pen.font = "12px system-ui, sans-serif";
      const { first, last, low, high } = this.extent();
      const bottom = height - 24;
      const rows = ticks(low, high, 7);
      const labels = rows.found.map((y) => (y ? signed(y, rows.digits) : "0"));
      this.left = 10 + Math.max(...labels.map((label) => pen.measureText(label).width));
      const x = (value) => this.place(value);
      const y = (value) => 6 + ((high - value) / (high - low)) * (bottom - 6);

      pen.fillStyle = colour("faint");
      pen.textAlign = "right";
      pen.textBaseline = "middle";
      rows.found.forEach((value, i) => {
        pen.strokeStyle = colour(value ? "rule" : "faint");
        this.stroke(pen, [[this.left, y(value)], [width - this.right, y(value)]]);
        pen.fillText(labels[i], this.left - 6, y(value));
      });
      pen.textBaseline = "alphabetic";
      for (const value of ticks(this.from, this.to, Math.max(2, width / 130)).found) {
        const text = whole(value);
        const half = pen.measureText(text).width / 2;
        pen.textAlign = x(value) + half > width ? "right" : x(value) - half < 0 ? "left" : "center";
        if (value % 1 === 0) pen.fillText(text, x(value), height - 6);
      }

      pen.save();
      pen.beginPath();
      pen.rect(this.left, 0, width - this.left - this.right, bottom);
      pen.clip();
      for (const line of this.lines) {
        if (line.off) continue;
        const curve = (value) => {
          const points = [];
          for (let i = first; i <= last; i++) points.push([x(this.xs[i]), y(value(i))]);
          return points;
        };
        const { values, spread } = line;
        pen.strokeStyle = pen.fillStyle = colour(line.colour);
        pen.lineWidth = line.width || 1.75;
        pen.setLineDash(line.dash || []);
        if (spread) this.fill(pen, [...curve((i) => values[i] + spread[i]), ...curve((i) => values[i] - spread[i]).reverse()]);
        this.stroke(pen, curve((i) => values[i]));
        if (line.mirrored) this.stroke(pen, curve((i) => -values[i]));
      }
      pen.restore();
      this.read();
    }

    place(value) {
      const width = this.canvas.clientWidth - this.left - this.right;
      return this.left + ((value - this.from) / (this.to - this.from)) * width;
    }

    stroke(pen, points) {
      pen.beginPath();
      for (const [px, py] of points) pen.lineTo(px, py);
      pen.stroke();
    }

    fill(pen, points) {
      pen.globalAlpha = 0.18;
      pen.beginPath();
      for (const [px, py] of points) pen.lineTo(px, py);
      pen.fill();
      pen.globalAlpha = 1;
    }

    // values at the cursor, or else at home or the end, stand in the legend
    read() {
      const i = nearest(this.xs, this.cursor ?? this.home ?? this.to);
      this.hair.hidden = this.cursor === null;
      this.hair.style.left = this.place(this.xs[i]) + "px";
      const dragged = this.drag !== null && this.cursor !== null;
      const region = dragged ? [this.drag, this.cursor].sort((a, b) => a - b) : this.marked;
      this.region.hidden = !region;
      if (region) {
        const [left, right] = region.map((value) => this.place(value));
        Object.assign(this.region.style, { left: left + "px", width: right - left + "px" });
      }
      this.lines.forEach((line, k) => {
        const text = signed(line.values[i], this.digits);
        const spread = line.spread ? " ± " + line.spread[i].toFixed(this.digits) : "";
        this.buttons[k].textContent = `${line.name} ${line.mirrored ? "±" + text.replace("+", "") : text}${spread}`;
      });
      this.at.textContent = `${this.where} ${whole(this.xs[i])}`;
    }
  }

  const charts = [];

  function drawLines() {
    const n = data.games;
    const guide = (key) => {
      const deviation = rate(key, 0, data.bins).error * Math.sqrt(n);
      return { values: edges.map((g) => deviation * Math.sqrt(g)), mirrored: true, dash: [2, 4], width: 1.5 };
    };
    const less = (x, y) => x - y;
    const show = (from, to) => {
      // a view shows one bin at least
      const first = Math.max(0, Math.min(Math.round(from), edges[data.bins - 1]));
      const last = Math.min(n, Math.max(Math.round(to), edges[nearest(edges, first) + 1] ?? n, first + 1));
      [["view-from", first], ["view-to", last]].forEach(([id, value]) => {
        find(id).value = value;
        find(id).nextElementSibling.textContent = whole(value);
      });
      for (const chart of both) {
        Object.assign(chart, { from: first, to: last });
        chart.redraw();
      }
    };
    const options = {
      where: "after game",
      picked: (from, to) => { if (to - from > (both[0].to - both[0].from) / 100) show(from, to); },
      reset: () => show(0, n),
    };
    const both = [
      new Chart(find("chart-lines"), [
        { name: "Money", colour: "money", values: sums.money },
        { name: "DIVAT", colour: "divat", values: sums.divat, width: 2.5 },
        { name: "Dcash", colour: "dcash", values: sums.dcash },
        { name: "Money − Dcash", colour: "rest", values: combine(sums.money, sums.dcash, less) },
        { name: "Luck", colour: "luck", values: sums.luck, off: true },
        { name: "σ√n, money", colour: "money", ...guide("money") },
        { name: "σ√n, DIVAT", colour: "divat", ...guide("divat") },
      ], options),
      new Chart(find("chart-rounds"), ["Pre-flop", "Flop", "Turn", "River"].map(
        (name, r) => ({ name, colour: "round" + r, values: sums["skill" + r] })), options),
    ];
    charts.push(...both);
    const ends = [find("view-from"), find("view-to")];
    for (const input of ends) {
      Object.assign(input, { min: 0, max: n, step: 1 });
      input.addEventListener("input", () => {
        // the handle that moves pushes the other one
        const [from, to] = ends.map((end) => Number(end.value));
        show(input === ends[1] ? Math.min(from, to - 1) : from, input === ends[0] ? Math.max(to, from + 1) : to);
      });
    }
    show(0, n);
  }

  function drawLearning() {
    const at = find("window-at"), width = find("window-width"), says = find("window-says");
    // bins of a window: enough for an error, and room to slide
    const fewest = Math.max(2, Math.min(10, data.bins >> 3)), most = data.bins >> 1;
    Object.assign(width, { min: 0, max: 100, step: 1, value: 50 });
    Object.assign(at, { min: 0, step: 1 });
    const lines = [
      { key: "money", name: "Money", colour: "money", off: true },
      { key: "divat", name: "DIVAT", colour: "divat", width: 2.5 },
    ];
    const picked = (from, to) => {
      at.value = nearest(chart.xs, (from + to) / 2);
      slide();
    };
    const chart = new Chart(find("chart-learning"), lines, { where: "window around game", digits: 3, picked });
    charts.push(chart);
    let bins = 0;
    const slide = () => {
      const from = Math.min(Number(at.value), data.bins - bins);
      const [money, divat] = ["money", "divat"].map((key) => rate(key, from, from + bins));
      const text = ({ mean, error }) => `${signed(mean, 3)} ± ${error.toFixed(3)}`;
      chart.marked = [edges[from], edges[from + bins]];
      chart.home = chart.xs[from];
      at.nextElementSibling.textContent = whole(chart.xs[from]);
      at.setAttribute("aria-valuetext", "game " + whole(chart.xs[from]));
      chart.read();
      says.textContent = `Games ${whole(edges[from] + 1)} to ${whole(edges[from + bins])}: money ${text(money)}, DIVAT ${text(divat)} sb per game`;
    };
    const widen = () => {
      // the slider is logarithmic
      const old = bins ? Number(at.value) + bins / 2 : data.bins / 2;
      bins = Math.round(fewest * (most / fewest) ** (width.value / 100));
      const count = data.bins - bins + 1;
      chart.xs = Float64Array.from({ length: count }, (_, i) => (edges[i] + edges[i + bins]) / 2);
      for (const line of lines) {
        const rates = Array.from(chart.xs, (_, i) => rate(line.key, i, i + bins));
        line.values = rates.map((r) => r.mean);
        line.spread = rates.map((r) => r.error);
      }
      at.max = count - 1;
      at.value = Math.round(Math.min(count - 1, Math.max(0, old - bins / 2)));
      const games = whole(edges[bins]);
      width.nextElementSibling.textContent = games;
      width.setAttribute("aria-valuetext", games + " games");
      slide();
      chart.redraw();
    };
    at.addEventListener("input", slide);
    width.addEventListener("input", widen);
    widen();
  }

  if (find("chart-lines")) drawLines();
  if (find("chart-learning")) drawLearning();
  for (const medium of ["(prefers-color-scheme: dark)", "print"])
    window.matchMedia(medium).addEventListener("change", () => charts.forEach((chart) => chart.draw()));
})();
