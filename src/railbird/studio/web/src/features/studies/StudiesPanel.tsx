/** Studies: what is on the page, kept under a name. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, type StudyAsked } from "../../api/client";
import { Link, useValues, wholeNumber } from "../../app/router";
import { moment } from "../../ui/format";
import "../../ui/forms.css";
import { Panel, Refused } from "../../ui/parts";
import "./studies.css";

type Page = StudyAsked["page"];

function useStudies(page: Page) {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: ["studies"] });
  return {
    list: useQuery({ queryKey: ["studies", page], queryFn: () => api.studies(page) }),
    keep: useMutation({ mutationFn: api.keepStudy, onSuccess }),
    change: useMutation({ mutationFn: api.changeStudy, onSuccess }),
    drop: useMutation({ mutationFn: api.dropStudy, onSuccess }),
  };
}

export function StudiesPanel({ page, canSave }: { page: Page; canSave: boolean }) {
  const { list, keep, change, drop } = useStudies(page);
  const [values, setValues] = useValues();
  const open = list.data?.find(({ id }) => id === wholeNumber(values.get("study")));
  const [typed, type] = useState<string | null>(null);
  const name = typed ?? open?.name ?? "";
  const address = () => {
    const kept = new URLSearchParams(values);
    for (const value of ["study", "train", "n"]) kept.delete(value);
    return kept.toString();
  };
  const saveNew = () =>
    keep.mutate({ page, name, address: address() }, {
      onSuccess: ({ id }) => {
        setValues({ study: id }, { replace: true });
        type(null);
      },
    });
  if (!canSave && !list.data?.length) return null;
  return (
    <Panel title="Studies">
      {canSave && (
        <form
          className="row save"
          onSubmit={(event) => {
            event.preventDefault();
            if (open) change.mutate({ id: open.id, page, name, address: address() }, { onSuccess: () => type(null) });
            else saveNew();
          }}
        >
          <label className="field"><span>Name of the study</span><input value={name} maxLength={100} onChange={(event) => type(event.target.value)} /></label>
          <button className="main" disabled={!name.trim()}>{open ? "Save" : "Save the study"}</button>
          {open && <button type="button" disabled={!name.trim()} onClick={saveNew}>Save as another</button>}
        </form>
      )}
      <Refused error={keep.error ?? change.error ?? drop.error ?? list.error} />
      <ul className="plain-list studies" aria-label="Studies">
        {(list.data ?? []).map((study) => (
          <li key={study.id} className="row">
            <Link href={`/${page}?${study.address}&study=${study.id}`} aria-current={study.id === open?.id ? "true" : undefined}>{study.name}</Link>
            <span className="quiet figure">{moment(study.changed)}</span>
            <button onClick={() => drop.mutate(study.id)} aria-label={`Forget ${study.name}`}>Forget</button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
