import { expect } from 'vitest';
import type { Rule } from './tree.ts';

export const plant = (files: Record<string, string>) => new Map(Object.entries(files));
export const says = (rule: Rule, files: Record<string, string>) =>
  rule(plant(files)).map((complaint) => complaint.says);

/** Each violation must be found, and its good neighbour left in peace. */
export function proves(rule: Rule, bad: Record<string, string>, good: Record<string, string>) {
  for (const [path, text] of Object.entries(bad))
    expect(rule(plant({ [path]: text })), `${path}: ${text}`).not.toEqual([]);
  for (const [path, text] of Object.entries(good))
    expect(rule(plant({ [path]: text })), `${path}: ${text}`).toEqual([]);
}
