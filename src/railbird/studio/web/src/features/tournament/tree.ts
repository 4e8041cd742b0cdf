/** The decisions of a hand as a tree: under a jam are those who then decide. */
import type { JamDecision } from "../../api/client";

export interface TreeNode {
  decision: JamDecision;
  depth: number;
  children: TreeNode[];
}

const nameOf = (player: string, after: readonly string[]) => player + (after.length ? ` after ${after.join(", ")}` : "");

/** The decision whose jam leads here. */
export function parentOf({ after }: Pick<JamDecision, "after">): string | null {
  const last = after.at(-1);
  return last === undefined ? null : nameOf(last, after.slice(0, -1));
}

export function treeOf(decisions: readonly JamDecision[]): TreeNode[] {
  const nodes = new Map(decisions.map((decision): [string, TreeNode] => [decision.name, { decision, depth: 0, children: [] }]));
  const roots: TreeNode[] = [];
  const byJams = [...nodes.values()].sort((a, b) => a.decision.after.length - b.decision.after.length);
  for (const node of byJams) {
    const parent = nodes.get(parentOf(node.decision) ?? "");
    if (parent) node.depth = parent.depth + 1;
    (parent?.children ?? roots).push(node);
  }
  return roots;
}

/** The nodes that are shown: those on the way to the chosen one are open. */
export function shownNodes(roots: readonly TreeNode[], chosen: string): TreeNode[] {
  return roots.flatMap((node) => {
    const below = shownNodes(node.children, chosen);
    return holds(node, chosen) ? [node, ...below] : [node];
  });
}

const holds = (node: TreeNode, name: string): boolean => node.decision.name === name || node.children.some((child) => holds(child, name));
