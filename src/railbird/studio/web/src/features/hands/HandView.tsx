/** One hand in words. */
import { useQuery } from "@tanstack/react-query";
import { api } from "../../api/client";
import { Refused } from "../../ui/parts";
import "./hands.css";

export function HandView({ id }: { id: number }) {
  const hand = useQuery({ queryKey: ["hand", id], queryFn: () => api.hand(id) });
  return (
    <>
      <h1>Hand {id}</h1>
      <Refused error={hand.error} />
      {hand.data && (
        <div className="panel words">
          {hand.data.words.map((line, i) => (
            <p key={i} className={line.startsWith(" ") ? "told" : "street"}>{line.trim()}</p>
          ))}
        </div>
      )}
      <button onClick={() => history.back()}>Back</button>
    </>
  );
}
