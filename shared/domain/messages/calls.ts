/** Results of a call: the patient was called, will be called later, or was not called (undo). */
export const callActs = ['called', 'later', 'uncalled'] as const;
export type CallAct = (typeof callActs)[number];

/** Maximum letters of the patient's answer on the phone. */
export const callWordsLength = 300;
