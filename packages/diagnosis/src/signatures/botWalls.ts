import { BARE_PAGE, SHORT_PAGE, type Signature } from "./Signature.ts"

const verified = "2026-11"

/** Answers of bot protections in place of the page. */
export const botWalls: ReadonlyArray<Signature> = [
  {
    name: "Cloudflare",
    header: ["cf-mitigated", "challenge"],
    reference: "developers.cloudflare.com/cloudflare-challenges/challenge-types/challenge-pages/detect-response",
    verified
  },
  {
    name: "Cloudflare",
    source: ["_cf_chl_opt"],
    maxVisible: SHORT_PAGE,
    reference: "FlareSolverr; inline script of challenge pages",
    verified
  },
  {
    name: "Cloudflare",
    title: "attention required! | cloudflare",
    reference: "Title of the block page, error 1020",
    verified
  },
  {
    name: "AWS WAF",
    header: ["x-amzn-waf-action"],
    reference: "docs.aws.amazon.com/waf/latest/developerguide/waf-captcha-and-challenge-actions.html",
    verified
  },
  {
    name: "DataDome",
    source: ["captcha-delivery.com"],
    maxVisible: BARE_PAGE,
    reference: "Block pages load geo.captcha-delivery.com",
    verified
  },
  {
    name: "DataDome",
    header: ["x-datadome"],
    statuses: [403, 403],
    reference: "Answers of protected sites: 403 with x-datadome: protected",
    verified
  },
  {
    name: "Imperva",
    source: ["_incapsula_resource"],
    maxVisible: BARE_PAGE,
    reference: "Interstitials contain only a script of /_Incapsula_Resource",
    verified
  },
  {
    name: "Sucuri",
    header: ["x-sucuri-block"],
    reference: "Answers of Sucuri/Cloudproxy: X-Sucuri-Block with a code",
    verified
  },
  {
    name: "PerimeterX",
    source: ["px-captcha"],
    maxVisible: BARE_PAGE,
    reference: "Published block pages of PerimeterX (HUMAN) contain an element px-captcha",
    verified
  },
  {
    name: "Akamai",
    source: ["access denied", "errors.edgesuite.net"],
    maxVisible: SHORT_PAGE,
    reference: "Published refusals: heading, reference number and errors&#46;edgesuite&#46;net",
    verified
  },
  {
    name: "Vercel",
    header: ["x-vercel-mitigated", "challenge"],
    reference: "Answers of Vercel's firewall: X-Vercel-Mitigated",
    verified
  }
]
