/** The signs by which the page of a bot protection service is recognised. */
export interface BlockSignature {
  readonly name: string
  /** Matches the visible text or the title. */
  readonly text?: RegExp
  /** Matches the page's source. */
  readonly source?: RegExp
  /**
   * The most visible characters of such a page. Services put the same script into pages that they let through, which
   * are longer.
   */
  readonly maxCharacters: number
  /** The sources that document these texts and addresses. */
  readonly reference: string
}

/** For pages that match by text; real pages that quote it are longer. */
const WALL = 3_000
/** For captchas; pages with a captcha in a form are longer. */
const FORM = 1_000
/** For pages that are little more than a script. */
const BARE = 400

/**
 * Pages that are shown instead of the requested one, each recognised by texts or addresses that the service puts into
 * it.
 */
export const BLOCK_SIGNATURES: ReadonlyArray<BlockSignature> = [
  {
    name: "Cloudflare challenge",
    text: /just a moment\.\.\.|checking (?:if the site connection is secure|your browser before accessing)|verify(?:ing)? you are human/iu,
    source: /cdn-cgi\/challenge-platform|cf-chl-|_cf_chl_opt/u,
    maxCharacters: WALL,
    reference: "developers.cloudflare.com/cloudflare-challenges; FlareSolverr"
  },
  {
    name: "Cloudflare block",
    text: /attention required! \| cloudflare|sorry, you have been blocked/iu,
    source: /cf-error-details|cloudflare/iu,
    maxCharacters: WALL,
    reference: "developers.cloudflare.com/support, error 1020"
  },
  {
    name: "PerimeterX",
    text: /access to this page has been denied|press & hold to confirm/iu,
    source: /px-captcha|perimeterx\.(?:com|net)|captcha\.px-cdn\.net/iu,
    maxCharacters: WALL,
    reference: "wafw00f, plugins/perimeterx.py"
  },
  {
    name: "DataDome",
    source: /captcha-delivery\.com/u,
    maxCharacters: BARE,
    reference: "DataDome: block page with geo.captcha-delivery.com"
  },
  {
    name: "Imperva",
    source: /_Incapsula_Resource|Incapsula incident ID/u,
    maxCharacters: BARE,
    reference: "wafw00f, plugins/incapsula.py"
  },
  {
    name: "Akamai",
    text: /access denied[\s\S]{0,300}reference\s*#\s*[0-9a-f.]+/iu,
    source: /errors\.edgesuite\.net|access denied/iu,
    maxCharacters: WALL,
    reference: "identYwaf, Kona Site Defender"
  },
  {
    name: "AWS WAF",
    source: /awswaf\.com\/|AwsWafIntegration|gokuProps/u,
    maxCharacters: BARE,
    reference: "docs.aws.amazon.com/waf, ChallengeAction and JavaScript integrations"
  },
  {
    name: "Google",
    text: /our systems have detected unusual traffic from your computer network/iu,
    source: /google/iu,
    maxCharacters: WALL,
    reference: "support.google.com/websearch/answer/86640"
  },
  {
    name: "Sucuri",
    text: /sucuri website firewall.{0,20}access denied|access denied.{0,6}sucuri website firewall/iu,
    source: /sucuri/iu,
    maxCharacters: WALL,
    reference: "wafw00f, plugins/sucuri.py"
  },
  {
    name: "Kasada",
    source: /\/149e9513-01fa-4fb0-aad4-566afd725d1b\/[\w/-]+\/ips\.js/u,
    maxCharacters: BARE,
    reference: "interstitial with ips.js; normal pages with Vercel BotID load c.js from there"
  },
  {
    name: "captcha",
    text: /(?:complete|solve) the (?:captcha|security check)|are you a robot|i['’]m not a robot|prove (?:that )?you(?:'re| are) (?:human|not a robot)/iu,
    source: /recaptcha|hcaptcha|turnstile|captcha/iu,
    maxCharacters: FORM,
    reference: "labels of reCAPTCHA, hCaptcha and Turnstile"
  }
]

/** The name of the service that blocked the page; null when the page was not blocked. */
export const blockedBy = (html: string, visible: string, statusCode: number): string | null => {
  const found = BLOCK_SIGNATURES.find(
    ({ maxCharacters, source, text }) =>
      visible.length <= maxCharacters &&
      (text === undefined || text.test(visible)) &&
      (source === undefined || source.test(html))
  )
  if (found !== undefined) return found.name
  return statusCode === 403 && visible.length <= WALL ? "the server (403)" : null
}
