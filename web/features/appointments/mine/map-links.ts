/** Links to map services, opened only when pressed: the page loads nothing from other companies. */
export const createMapLinks = (place: string) => ({
  web: `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`,
  app: `geo:0,0?q=${encodeURIComponent(place)}`,
});
