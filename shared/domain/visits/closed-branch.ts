/** Whether a branch is closed for good on a day. */
export const isClosedForGood = (
  { closedFrom }: { readonly closedFrom: string | null },
  date: string,
): boolean => closedFrom !== null && closedFrom <= date;
