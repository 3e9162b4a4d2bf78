/*
 * Makes a button of every marked link of any site, to the booking form of the clinic that serves this file:
 *
 *   <a href="https://clinic.example/book?location=1" lang="en" data-clinic-visit data-location="1">Book a visit</a>
 *   <script async src="https://clinic.example/book-button-1.js" crossorigin="anonymous"></script>
 *
 * data-location, data-service, data-doctor   the clinic's numbers
 * data-date                                  2027-06-09, or "first-free": the day of the first free time
 * data-look="plain"                          the site draws the button itself
 *
 * The form speaks the language of the text around the link (lang). It may be an <a>, a <button>, or anything
 * that is to hold a link. Nothing but the free time is asked for, without a cookie and without saying where
 * the link stands; nothing but what is marked is changed. Without this file an <a> is what it was: a link.
 *
 * A site with a content policy allows the clinic in script-src, and for "first-free" in connect-src.
 */
(() => {
  const own = document.currentScript ?? document.querySelector('script[src$="/book-button-1.js"]');
  // A page may have anything else under that name: <img name="currentScript">.
  if (!(own instanceof HTMLScriptElement) || !own.src) return;
  const clinic = new URL(own.src).origin;
  const mark = 'data-clinic-visit';
  const wishes = ['location', 'service', 'doctor'];
  const firstFree = 'first-free';

  const wishOf = ({ dataset }) =>
    Object.fromEntries(
      wishes.flatMap((name) => (/^[1-9]\d{0,8}$/.test(dataset[name] ?? '') ? [[name, dataset[name]]] : [])),
    );
  const langOf = (element) => (/^ar\b/i.test(element.closest('[lang]')?.lang ?? '') ? 'ar' : 'en');

  function addressOf(element, wish, date) {
    const asked = new URLSearchParams(wish);
    if (/^\d{4}-\d\d-\d\d$/.test(date ?? '')) asked.set('date', date);
    const path = langOf(element) === 'ar' ? '/ar/book' : '/book';
    return [`${clinic}${path}`, ...(String(asked) ? [asked] : [])].join('?');
  }

  /** The first free times of the branches, the soonest first, once for all links that ask the same. */
  const answers = new Map();
  function earliest({ service, doctor }) {
    const asked = new URLSearchParams({ ...(service && { service }), ...(doctor && { doctorId: doctor }) });
    const address = `${clinic}/api/earliest?${asked}`;
    if (!answers.has(address))
      answers.set(
        address,
        fetch(address, { credentials: 'omit', referrerPolicy: 'no-referrer' })
          .then((answer) => (answer.ok ? answer.json() : []))
          .catch(() => []),
      );
    return answers.get(address);
  }

  /** The link of a marked element: itself, or one that it is given around what it holds. */
  function linkIn(element) {
    if (element.localName === 'a' || element.localName === 'button') return element;
    const known = element.querySelector(`:scope > a`);
    if (known) return known;
    const link = document.createElement('a');
    link.append(...element.childNodes);
    element.append(link);
    return link;
  }

  function lead(element, address) {
    const link = linkIn(element);
    if (link.localName === 'button') {
      link.onclick = () => location.assign(address);
      return;
    }
    link.href = address;
    if (!link.hasAttribute('referrerpolicy')) link.referrerPolicy = 'no-referrer';
  }

  const made = new WeakMap();
  async function make(element) {
    const { date } = element.dataset;
    const wish = wishOf(element);
    const what = addressOf(element, wish, date) + (date === firstFree ? firstFree : '');
    if (made.get(element) === what) return;
    made.set(element, what);
    lead(element, addressOf(element, wish, date));
    if (date !== firstFree) return;
    const free = await earliest(wish);
    const first = wish.location
      ? free.find(({ locationId }) => String(locationId) === wish.location)
      : free[0];
    // It may have been marked otherwise meanwhile.
    if (first && made.get(element) === what)
      lead(element, addressOf(element, { location: first.locationId, ...wish }, first.date));
  }

  /** A sheet of its own, which no content policy forbids; what the site says of its links is overruled. */
  function draw() {
    const drawn = `[${mark}]:not([data-look=plain])`;
    const button = `:is(a${drawn},button${drawn},${drawn}>a)`;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`${button}{display:inline-flex;align-items:center;justify-content:center;min-height:44px;
padding:10px 22px;box-sizing:border-box;border:1px solid transparent;border-radius:14px;font:inherit;
font-weight:600;line-height:1.3;text-align:center;text-decoration:none;cursor:pointer;
background:#5a2350;color:#fff}
${button}:hover{background:#48193f;color:#fff}
${button}:focus-visible{outline:2px solid #fff;outline-offset:-5px;box-shadow:0 0 0 3px #5a2350}`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }

  const makeAll = () => {
    for (const element of document.querySelectorAll(`[${mark}]`)) void make(element);
  };
  try {
    draw();
  } catch {
    // A browser that cannot takes them as the site draws its links.
  }
  makeAll();
  // Sites that draw their pages in the browser bring links later.
  new MutationObserver(makeAll).observe(document, {
    childList: true,
    subtree: true,
    attributeFilter: [mark, 'lang', 'data-date', ...wishes.map((name) => `data-${name}`)],
  });
})();
