/** Maps open where she presses: nothing of another company's is in the page. */
export const mapLinks = (place: string) => ({
  web: `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`,
  app: `geo:0,0?q=${encodeURIComponent(place)}`,
});
