/** Figures as people read them: a true minus, thousands apart, a dash where nothing is known. */
const UNKNOWN = "–";

export function signed(value: number | null | undefined, digits = 2): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return UNKNOWN;
  const text = plain(Math.abs(value), digits);
  if (Number(text.replaceAll(",", "")) === 0) return text;
  return (value < 0 ? "−" : "+") + text;
}

export function plain(value: number | null | undefined, digits = 0): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return UNKNOWN;
  return value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

export function percent(share: number | null | undefined): string {
  if (share === null || share === undefined) return UNKNOWN;
  return share > 0.999 ? "> 99.9 %" : `${(100 * share).toFixed(1)} %`;
}

/** A text of the server with a true minus before its figures. */
export function trueMinus(text: string): string {
  return text.replace(/(?<![\w])-(?=[^\w\s]?\d)/g, "−");
}

/** A share that was counted; all is 100.0 %. */
export function shareText(share: number | null | undefined): string {
  return share === null || share === undefined ? UNKNOWN : `${(100 * share).toFixed(1)} %`;
}

/** A part of a whole, such as a frequency; 100 % only if it is all. */
export function part(share: number | null | undefined): string {
  if (share === null || share === undefined || !Number.isFinite(share)) return UNKNOWN;
  return share >= 1 - 1e-9 ? "100 %" : `${(100 * share).toFixed(1)} %`;
}

export function counted(count: number, what: string): string {
  return `${plain(count)} ${what}${count === 1 ? "" : "s"}`;
}

/** How the chips of a hand are written in its money. */
export interface Unit {
  chips: number;
  sign: string;
  code: string;
}

export function amount(unit: Unit, chips: number): string {
  const value = Math.abs(chips) / unit.chips;
  const text = plain(value, Number.isInteger(value) ? 0 : 2);
  return `${chips < 0 ? "−" : ""}${unit.sign}${text}${unit.code ? ` ${unit.code}` : ""}`;
}

/** gain, loss or nothing, for a colour that goes with a sign. */
export function side(value: number | null | undefined): string {
  return !value ? "" : value > 0 ? "gain" : "loss";
}

export function moment(text: string | null): string {
  if (!text) return "";
  return new Date(text).toLocaleString("en-GB", { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" });
}
