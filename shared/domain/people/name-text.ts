const bidiControls = /[\u200e\u200f\u202a-\u202e\u2066-\u2069\u061c]/g;
/** What cannot be seen: a filler, a blank pattern, a sign without a letter to stand on. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{M}\u2800\u3164\uffa0\s]/gu;

/** A name in one line: trimmed, inner space folded, direction controls removed. */
export const nameLine = (text: string): string => text.replace(bidiControls, '').replace(/\s+/g, ' ').trim();

/** The part of a name that can be seen. */
export const visibleIn = (name: string): string => name.replace(unseen, '');
