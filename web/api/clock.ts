/** The present moment in the browser; everything else is told what time it is. */
export const now = (): Date => new Date();
