import { useCallback, useEffect, useRef, type ReactNode } from "react";
import { isUnfinished, useJobs, useTrouble } from "../api/jobs";
import { Refused } from "../ui/parts";
import { DropZone } from "./DropZone";
import { PAGES, useKeyboard } from "./keyboard";
import "./layout.css";
import { Link, useAddress } from "./router";
import { chooseDeck, chooseTheme, useDeck, useTheme } from "./theme";

export function Layout({ children }: { children: ReactNode }) {
  const { pathname } = useAddress();
  const theme = useTheme();
  const otherDeck = useDeck() === "four" ? "two" : "four";
  const other = theme === "dark" ? "light" : "dark";
  const help = useRef<HTMLDialogElement>(null);
  const main = useRef<HTMLElement>(null);
  const nav = useRef<HTMLElement>(null);
  useKeyboard(useCallback(() => help.current?.showModal(), []));
  const trouble = useTrouble();
  const busy = useJobs().filter(isUnfinished).length;
  const first = useRef(true);
  useEffect(() => {
    if (!first.current) main.current?.focus({ preventScroll: true });
    first.current = false;
    nav.current?.querySelector("[aria-current]")?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
  }, [pathname]);
  return (
    <>
      <a className="skip" href="#main">To the content</a>
      <header className="top">
        <Link href="/" className="brand">railbird</Link>
        <nav ref={nav} aria-label="Pages">
          {PAGES.map(({ href, name }) => (
            <Link key={href} href={href} aria-current={isHere(pathname, href) ? "page" : undefined}>
              {name}
              {name === "Jobs" && busy > 0 && <span className="badge">{busy}<span className="hidden"> at work</span></span>}
            </Link>
          ))}
        </nav>
        <span className="tools">
          <button onClick={() => help.current?.showModal()} aria-label="Keys">?</button>
          <button className="deck" onClick={() => chooseDeck(otherDeck)} aria-label={`Cards in ${otherDeck} colours`} title={`Cards in ${otherDeck} colours`}>♣{"\ufe0e"}</button>
          <button onClick={() => chooseTheme(other)} aria-label={`Change to the ${other} theme`}>{theme === "dark" ? "☀" : "☾"}</button>
        </span>
      </header>
      <main id="main" ref={main} tabIndex={-1}>
        <Refused error={trouble ? new Error(`jobs wait: ${trouble}; they go on by themselves`) : null} />
        <DropZone />
        {children}
      </main>
      <dialog ref={help} aria-labelledby="keys">
        <h2 id="keys">Keys</h2>
        <dl className="keys">
          {PAGES.map(({ key, name }) => <div key={key}><dt><kbd>g</kbd> <kbd>{key}</kbd></dt><dd>{name}</dd></div>)}
          <div><dt><kbd>t</kbd></dt><dd>light or dark</dd></div>
          <div><dt><kbd>←</kbd> <kbd>→</kbd></dt><dd>step through a hand, read a chart</dd></div>
          <div><dt><kbd>↑</kbd> <kbd>↓</kbd></dt><dd>the street before or after</dd></div>
          <div><dt><kbd>f</kbd> <kbd>c</kbd> <kbd>r</kbd> <kbd>n</kbd></dt><dd>fold, check or call, raise, next hand</dd></div>
          <div><dt><kbd>Space</kbd></dt><dd>play or pause a hand</dd></div>
          <div><dt><kbd>Enter</kbd></dt><dd>pin a game of the chart</dd></div>
        </dl>
        <form method="dialog"><button className="main">Close</button></form>
      </dialog>
    </>
  );
}

function isHere(pathname: string, href: string): boolean {
  return href === "/" ? pathname === "/" || pathname.startsWith("/matches") : pathname.startsWith(href);
}
