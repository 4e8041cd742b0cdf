/** Says that an upload is on its way; its job has the progress. */
import { Soon } from "../ui/parts";

export function Sending({ what }: { what: string | null }) {
  return what === null ? null : <Soon>Sending {what}…</Soon>;
}
