interface ClosableBranch {
  /** From this day on the branch is closed for good; null: it stays open. */
  readonly closedFrom: string | null;
}

/** Whether a branch is closed for good on a day. */
export const isClosedForGood = ({ closedFrom }: ClosableBranch, date: string): boolean =>
  closedFrom !== null && closedFrom <= date;

/** The branches that are not closed for good on a day, and the branch that is already chosen. */
export const listSelectableBranches = <B extends ClosableBranch & { readonly id: number }>(
  branches: readonly B[],
  date: string,
  chosenId: number | null = null,
): B[] => branches.filter((branch) => branch.id === chosenId || !isClosedForGood(branch, date));
