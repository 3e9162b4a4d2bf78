/** A service icon of 32 by 32 units: `line` in the brand colour, `accent` in rose, `fill` in soft rose. */
export type ServiceIconDrawing = { line?: string; accent?: string; fill?: string };

export const serviceIcons = {
  gynecology: {
    fill: 'M21 19a4 4 0 1 1 0 8 4 4 0 0 1 0-8z',
    line: 'M8 5H6v8a6 6 0 0 0 12 0V5h-2M12 19v2a6 6 0 0 0 6 6M18 27c2.5 0 4-.7 4-1.5',
    accent: 'M18.5 22a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0',
  },
  laparoscopy: {
    fill: 'M18 23a5 5 0 1 0 10 0a5 5 0 1 0-10 0',
    line: 'M5 5l3 3M8 4L4 8M6.5 6.5L19 19M10 12l2-2M13 15l2-2',
    accent: 'M17.5 22.5a5 5 0 1 0 10 0a5 5 0 1 0-10 0M20.5 22a2.5 2.5 0 0 1 2-2',
  },
  fertility: {
    fill: 'M16 4c4 4 4 9 0 14-4-5-4-10 0-14z',
    line: 'M16 28V18M16 18c-4-5-4-10 0-14 4 5 4 9 0 14zM16 20C10 20 6 17 5 11c6 0 10 3 11 9zM16 20c6 0 10-3 11-9-6 0-10 3-11 9z',
    accent: 'M14.2 11a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0-3.6 0',
  },
  surgery: {
    fill: 'M5 27c1-8 5-12 12-13l4 4c-3 5-8 8-16 9z',
    line: 'M17 14L26 5l3 3-8 10zM17 14c-7 1-11 5-12 13 8-1 13-4 16-9z',
    accent: 'M9 23l6-5',
  },
  prevention: {
    fill: 'M16 21c-4-2.6-6-4.6-6-7a3.2 3.2 0 0 1 6-1.5A3.2 3.2 0 0 1 22 14c0 2.4-2 4.4-6 7z',
    line: 'M16 4l10 3.5V15c0 6-4 10.5-10 13C10 25.5 6 21 6 15V7.5z',
    accent: 'M16 21c-4-2.6-6-4.6-6-7a3.2 3.2 0 0 1 6-1.5A3.2 3.2 0 0 1 22 14c0 2.4-2 4.4-6 7z',
  },
  hormonal: {
    fill: 'M12 9l6 3.5v7L12 23l-6-3.5v-7z',
    line: 'M12 9l6 3.5v7L12 23l-6-3.5v-7zM18 12.5l5-3M18 19.5l5 3M12 9V5.5',
    accent:
      'M22.7 8.5a2.3 2.3 0 1 0 4.6 0a2.3 2.3 0 1 0-4.6 0M22.7 23.5a2.3 2.3 0 1 0 4.6 0a2.3 2.3 0 1 0-4.6 0M10.4 3.8a1.6 1.6 0 1 0 3.2 0a1.6 1.6 0 1 0-3.2 0',
  },
  clinic: {
    fill: 'M12 28v-8a4 4 0 0 1 8 0v8z',
    line: 'M5 28V14a11 11 0 0 1 22 0v14M3 28h26',
    accent: 'M12 28v-8a4 4 0 0 1 8 0v8M16 8v5M13.5 10.5h5',
  },
  pregnancy: {
    fill: 'M17 14c5 0 7 3 7 6s-3 5-7 5z',
    line: 'M13 5.5a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0M12 28V16c0-3 1.5-5 4-5 2 0 2 2 3 3.5 1 1.3 5 2.5 5 6 0 3-3 4.5-6 4.5v3',
    accent: 'M18 20c-1.4-1-2-1.7-2-2.5a1.1 1.1 0 0 1 2-.6 1.1 1.1 0 0 1 2 .6c0 .8-.6 1.5-2 2.5z',
  },
  ultrasound: {
    fill: 'M7 27a9 9 0 0 1 18 0z',
    line: 'M12 4h8v6l-2 3h-4l-2-3zM16 4V2',
    accent: 'M11 18c3-2 7-2 10 0M8.5 22c4.5-3 10.5-3 15 0M6 26c6-4 14-4 20 0',
  },
  laboratory: {
    fill: 'M11.5 19h9l3.5 6c.8 1.6 0 3-2 3H10c-2 0-2.8-1.4-2-3z',
    line: 'M13 4v8L7.5 23.5C6.3 26 7.5 28 10 28h12c2.5 0 3.7-2 2.5-4.5L19 12V4M11 4h10',
    accent: 'M11 19h10M14.5 24a1 1 0 1 0 .1 0M18.5 22a1 1 0 1 0 .1 0',
  },
  breast: {
    fill: 'M16 14c-2 4-3.5 8-6 14l6-7 6 7c-2.5-6-4-10-6-14z',
    line: 'M10 28c4-9 9-15 9-20a3 3 0 0 0-6 0c0 5 5 11 9 20',
    accent: 'M13.5 17c1.6-1.8 3.4-1.8 5 0',
  },
  menopause: {
    fill: 'M9 16a7 7 0 1 0 14 0a7 7 0 1 0-14 0',
    line: 'M16 3v3M16 26v3M3 16h3M26 16h3M6.8 6.8l2.1 2.1M23.1 23.1l2.1 2.1M6.8 25.2l2.1-2.1M23.1 8.9l2.1-2.1',
    accent: 'M22.5 18.5A7 7 0 1 1 14 9.3a5.6 5.6 0 0 0 8.5 9.2z',
  },
  vaccination: {
    fill: 'M9 17l6 6 8-8-6-6z',
    line: 'M20 4l8 8M24 8l-3 3M17 9l6 6-9 9-6-6zM11 21l-6 6M8 18l6 6',
    accent: 'M13 13l2 2M16.5 16.5l2 2',
  },
  nutrition: {
    fill: 'M16 11c-3-2-9-1-9 6 0 6 4 11 6.5 11 1 0 1.5-.5 2.5-.5z',
    line: 'M16 11c-3-2-9-1-9 6 0 6 4 11 6.5 11 1 0 1.5-.5 2.5-.5s1.5.5 2.5.5C21 28 25 23 25 17c0-7-6-8-9-6z',
    accent: 'M16 11c0-4 2-6.5 6-7 0 4-2 6.5-6 7z',
  },
  counselling: {
    fill: 'M5 8h15v10H10l-5 4z',
    line: 'M8 6h10a3 3 0 0 1 3 3v6a3 3 0 0 1-3 3h-7l-6 4V9a3 3 0 0 1 3-3z',
    accent: 'M25 13a2.5 2.5 0 0 1 2 2.5V27l-5-3.5h-6',
  },
} satisfies Record<string, ServiceIconDrawing>;

export type ServiceIconName = keyof typeof serviceIcons;
/** In the order the icon picker shows them. */
export const serviceIconNames = Object.keys(serviceIcons) as ServiceIconName[];

export function isServiceIconName(name: string): name is ServiceIconName {
  return Object.hasOwn(serviceIcons, name);
}
