/** Small parts that every page uses. */
import type { ReactNode } from "react";
import "./parts.css";

export function Verdict({ headline, reason }: { headline: string; reason: string }) {
  return (
    <div className="verdict">
      <h1>{headline}</h1>
      <p className="quiet figure">{reason[0]?.toUpperCase()}{reason.slice(1)}.</p>
    </div>
  );
}

export function Stat({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="stat">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A sentence as it begins on a page; the name of a file stays as it is. */
const begun = (text: string): string => (/^[a-z]+[ ,:]/.test(text) ? (text[0] ?? "").toUpperCase() + text.slice(1) : text);

/** The server's sentence. */
export function Refused({ error }: { error: Error | null }) {
  if (!error) return null;
  return <p className="error" role="alert">{begun(error.message)}</p>;
}

export function Panel({ title, children, aside }: { title: string; children: ReactNode; aside?: ReactNode }) {
  return (
    <section className="panel" aria-label={title}>
      <div className="panel-head"><h2>{title}</h2>{aside}</div>
      {children}
    </section>
  );
}

/** Says that something is on its way, if it takes a moment: nothing flashes. */
export function Soon({ children }: { children: ReactNode }) {
  return <p className="quiet solving" role="status">{children}</p>;
}
