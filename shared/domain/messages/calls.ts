/** What is noted of somebody to call: she was called, is tried again later, or was not called after all. */
export const callActs = ['called', 'later', 'uncalled'] as const;
export type CallAct = (typeof callActs)[number];

/** What she said on the phone, so many letters at most. */
export const callWordsLength = 300;
