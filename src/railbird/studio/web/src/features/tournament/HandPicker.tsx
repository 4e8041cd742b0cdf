/** A hand of a history as the table: paste it, or pick one of the library. */
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api, type Spot } from "../../api/client";
import { navigate, type Values } from "../../app/router";
import { Cards } from "../../ui/Cards";
import { plain } from "../../ui/format";
import { Panel, Refused } from "../../ui/parts";
import { ofSpot } from "./address";

export function HandPicker({ values }: { values: URLSearchParams }) {
  const [text, type] = useState("");
  const paste = useMutation({ mutationFn: api.pasteSpots });
  const library = useInfiniteQuery({
    queryKey: ["spots"],
    queryFn: ({ pageParam }) => api.spots(pageParam),
    initialPageParam: 0,
    getNextPageParam: (page) => page.next,
  });
  const open = (spot: Spot) => {
    const isPaid = Boolean(values.get("prizes"));
    const next = new URLSearchParams(values);
    for (const [name, value] of Object.entries<Values[string]>(ofSpot(spot, { isPaid }))) {
      if (value === null || value === "") next.delete(name);
      else next.set(name, String(value));
    }
    navigate(`/tournament?${next}`);
    scrollTo(0, 0);
  };
  const depth = library.data?.pages[0]?.depth;
  const known = library.data?.pages.flatMap(({ spots }) => spots) ?? [];
  return (
    <Panel title="Take a hand that was played">
      <form
        className="paste-hands"
        onSubmit={(event) => {
          event.preventDefault();
          paste.mutate(text);
        }}
      >
        <label className="field wide"><span>Paste hands of a history, from any room</span>
          <textarea rows={3} value={text} onChange={(event) => type(event.target.value)} />
        </label>
        <button disabled={!text.trim()}>Read them</button>
      </form>
      <Refused error={paste.error ?? library.error} />
      {paste.data && <SpotList label="Pasted hands" spots={paste.data.spots} onOpen={open} />}
      {known.length > 0 && <h3>In the library, of at most {depth} big blinds</h3>}
      {known.length > 0 && <SpotList label="Hands of the library" spots={known} onOpen={open} />}
      {library.hasNextPage && <button onClick={() => void library.fetchNextPage()}>Look further</button>}
      {library.data && !known.length && library.hasNextPage && <p className="quiet">No decision of at most {depth} big blinds so far.</p>}
      {library.data && !known.length && !library.hasNextPage && (
        <p className="quiet">The library has no jam-or-fold decision of at most {depth} big blinds. Drop a hand history of a tournament anywhere on this page to import it.</p>
      )}
    </Panel>
  );
}

function SpotList({ label, spots, onOpen }: { label: string; spots: Spot[]; onOpen: (spot: Spot) => void }) {
  return (
    <ul className="plain-list spots" aria-label={label}>
      {spots.map((spot) => (
        <li key={spot.spot}>
          {spot.why ? (
            <span className="quiet">Hand {spot.hand}: {spot.why}</span>
          ) : (
            <button onClick={() => onOpen(spot)}>
              <span>{spot.hero}, {spot.decision}</span> {spot.cards && <Cards cards={spot.cards} />}
              <span className="quiet figure"> {spot.did} with {plain(spot.depth, 1)} bb</span>
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
