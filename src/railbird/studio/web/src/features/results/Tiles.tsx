/** The tracker's numbers, what they mean, and the hands that they count. */
import type { GameResults, Results } from "../../api/client";
import { handsOf, type Filter } from "../../api/filter";
import { Link } from "../../app/router";
import { plain, shareText, side, signed, trueMinus } from "../../ui/format";
import { Panel } from "../../ui/parts";

export function Tiles({ game, data, filter }: { game: GameResults; data: Results; filter: Filter }) {
  const { all } = game;
  return (
    <Panel title="How they played">
      <dl className="tiles">
        <div className="tile">
          <dt>bb/100</dt>
          <dd><Link className={side(all.won.mean)} href={handsOf(filter)}>{signed(all.won.mean, 1)}</Link> <small>± {plain(all.won.error, 1)}</small></dd>
          <dd className="quiet">big blinds won per 100 hands, ± the standard error: <Link href={handsOf(filter)}>{plain(all.hands)} hands</Link>{all.money && <>, <span className="amount">{trueMinus(all.money)}</span></>}</dd>
        </div>
        <div className="tile">
          <dt>All-in adjusted</dt>
          <dd><span className={side(all.adjusted.mean)}>{signed(all.adjusted.mean, 1)}</span> <small>± {plain(all.adjusted.error, 1)}</small></dd>
          <dd className="quiet">the same, but all-ins count with their equity{/[1-9]/.test(all.rake) && <>; rake paid {all.rake}</>}</dd>
        </div>
        {data.statistics.map(({ key, name, done, could }) => {
          const share = all.shares[key];
          if (!share) return null;
          return (
            <div className="tile" key={key}>
              <dt>{name}</dt>
              <dd>{share.chances ? <Link href={handsOf(filter, { did: key })}>{shareText(share.share)}</Link> : "–"}</dd>
              <dd className="quiet">
                {done}: <Link href={handsOf(filter, { did: key })} aria-label={`${plain(share.done)} hands: ${done}`}>{plain(share.done)}</Link> of{" "}
                <Link href={handsOf(filter, { did: `${key}:could` })} aria-label={`${plain(share.chances)} hands: ${could}`} title={could}>{plain(share.chances)}</Link> chances
              </dd>
            </div>
          );
        })}
        <div className="tile">
          <dt>Aggression</dt>
          <dd>{all.aggression === null ? "–" : <Link href={handsOf(filter, { did: "aggression" })}>{plain(all.aggression, 2)}</Link>}</dd>
          <dd className="quiet">
            bets and raises for each call after the flop; of all answers there,{" "}
            {all.aggression_frequency === null ? "–" : <Link href={handsOf(filter, { did: "aggression_frequency" })}>{shareText(all.aggression_frequency)}</Link>} were bets or raises
          </dd>
        </div>
      </dl>
    </Panel>
  );
}
