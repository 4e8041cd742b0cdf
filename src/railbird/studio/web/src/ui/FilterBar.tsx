/** A filter that reads as a sentence. */
import { useId, useState } from "react";
import type { Choices } from "../api/client";
import type { Values } from "../app/router";
import { CONDITIONS, type Condition, type Filter, type FilterKey } from "../api/filter";
import "./filter.css";

interface FilterBarProps {
  filter: Filter;
  choices: Choices | undefined;
  /** Names to offer for the hero. */
  names: readonly string[];
  /** Who the hero is if the filter does not say so. */
  hero: string;
  /** How the sentence begins. */
  begin: string;
  onChange: (values: Values) => void;
  /** The conditions to offer, if not all; the hero is then not to be chosen. */
  only?: readonly FilterKey[];
}

export function FilterBar({ filter, choices, names, hero, begin, onChange, only }: FilterBarProps) {
  const [added, setAdded] = useState<FilterKey | null>(null);
  const list = useId();
  const set = (key: FilterKey, value: string | null) => {
    setAdded(null);
    onChange({ [key]: value });
  };
  const offered = CONDITIONS.filter(({ key }) => !only || only.includes(key));
  const shown = offered.filter(({ key }) => filter[key] !== undefined || key === added);
  return (
    <div className="sentence" role="search" aria-label="Which hands">
      <span>{begin} </span>
      {only ? <strong>{hero}</strong> : <Written key={`hero ${filter.hero ?? hero}`} label="The player; several names with commas" value={filter.hero ?? hero} list={list}
        onDone={(value) => set("hero", value === hero && !filter.hero ? null : value)} />}
      <datalist id={list}>{names.map((name) => <option key={name} value={name} />)}</datalist>
      {shown.map((each) => (
        <span key={each.key} className="phrase">
          {each.before} <Control condition={each} value={filter[each.key] ?? ""} choices={choices} isNew={each.key === added} onDone={(value) => set(each.key, value)} />
          {each.after && ` ${each.after}`}
          <button type="button" className="drop-phrase" aria-label={`Remove the condition: ${each.name}`} onClick={() => set(each.key, null)}>×</button>
        </span>
      ))}
      <select className="add-phrase" aria-label="Add a condition" value="" onChange={(event) => setAdded(event.target.value as FilterKey)}>
        <option value="">and …</option>
        {offered.filter((each) => !shown.includes(each)).map(({ key, name }) => <option key={key} value={key}>{name}</option>)}
      </select>
    </div>
  );
}

interface ControlProps {
  condition: Condition;
  value: string;
  choices: Choices | undefined;
  isNew: boolean;
  onDone: (value: string | null) => void;
}

function Control({ condition, value, choices, isNew, onDone }: ControlProps) {
  const { key, name, kind } = condition;
  if (kind === "choice") {
    const offered = options(key, choices);
    if (value && !offered.some(([each]) => each === value)) offered.push([value, value]);
    return (
      <select autoFocus={isNew} aria-label={name} value={value} onChange={(event) => onDone(event.target.value)}>
        {!value && <option value="">…</option>}
        {offered.map(([each, words]) => <option key={each} value={each}>{words}</option>)}
      </select>
    );
  }
  if (kind === "date") return <input autoFocus={isNew} type="date" aria-label={name} value={value.slice(0, 10)} onChange={(event) => event.target.value && onDone(event.target.value)} />;
  return <Written key={value} label={name} value={value} isNumber={kind !== "name"} isNew={isNew} onDone={onDone} />;
}

/** What can be chosen, and what that is called. */
function options(key: FilterKey, choices: Choices | undefined): [string, string][] {
  if (!choices) return [];
  if (key === "did") return Object.entries(choices.did);
  const names: Record<string, string[]> = { ...choices, did: [] };
  return (names[key] ?? []).map((name) => [name, name]);
}

/** Text that counts when it is finished: by Enter, or by leaving the field. */
function Written({ label, value, list, isNumber = false, isNew = false, onDone }: {
  label: string; value: string; list?: string; isNumber?: boolean; isNew?: boolean; onDone: (value: string | null) => void;
}) {
  const done = (text: string) => {
    if (text.trim() !== value) onDone(text.trim() || null);
  };
  return (
    <input autoFocus={isNew} aria-label={label} defaultValue={value} list={list} autoComplete="off" spellCheck={false}
      inputMode={isNumber ? "decimal" : "text"} size={Math.max(4, value.length + 1)} maxLength={200}
      onBlur={(event) => done(event.target.value)}
      onKeyDown={(event) => event.key === "Enter" && done(event.currentTarget.value)} />
  );
}
