/*
 * Turns marked links on any site into buttons to the booking form of the clinic that serves this file:
 *
 *   <a href="https://clinic.example/book?location=1" lang="en" data-clinic-visit data-location="1">Book a visit</a>
 *   <script async src="https://clinic.example/book-button-1.js" crossorigin="anonymous"></script>
 *
 * data-location, data-service, data-doctor   ids in the clinic
 * data-date                                  2027-06-09, or "first-free": the day of the first free time
 * data-look="plain"                          the site styles the button itself
 *
 * The form opens in the language of the text around the link (lang). The element may be an <a>, a <button>, or any
 * element, which then gets a link around its content. The only request is for free times, without cookies and
 * without the address of the page; elements without the mark are not changed. Without this file an <a> stays a link.
 *
 * A site with a content security policy has to allow the clinic in script-src and, for "first-free", in connect-src.
 */
(() => {
  const own = document.currentScript ?? document.querySelector('script[src$="/book-button-1.js"]');
  // A page may use that name for something else: <img name="currentScript">.
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

  /** First free time of each branch, the soonest first; links with the same request share it. */
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

  /** The link of a marked element: the element itself, or a link that is created around its content. */
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
    // The attributes may have changed meanwhile.
    if (first && made.get(element) === what)
      lead(element, addressOf(element, { location: first.locationId, ...wish }, first.date));
  }

  /**
   * A constructed style sheet, which no content policy forbids; it overrides the site's own styles of links.
   */
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
    // Browsers without constructed style sheets show the site's own styles.
  }
  makeAll();
  // Sites that render in the browser may add links later.
  new MutationObserver(makeAll).observe(document, {
    childList: true,
    subtree: true,
    attributeFilter: [mark, 'lang', 'data-date', ...wishes.map((name) => `data-${name}`)],
  });
})();
