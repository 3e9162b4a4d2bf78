/** Page that "Leave quickly" opens. It must not hint at the clinic. */
export const neutralSite = 'https://www.bbc.com/weather';
