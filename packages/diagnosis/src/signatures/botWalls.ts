import type { Signature } from "./Signature.ts"

const verified = "2026-11"

/** The header fields of bot protections that respond instead of the site. */
export const botWalls: ReadonlyArray<Signature> = [
  {
    name: "Cloudflare",
    header: ["cf-mitigated", "challenge"],
    reference: "developers.cloudflare.com/cloudflare-challenges/challenge-types/challenge-pages/detect-response",
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
    header: ["x-datadome"],
    statuses: [403, 403],
    reference: "Answers of protected sites: 403 with x-datadome: protected",
    verified
  },
  {
    name: "Sucuri",
    header: ["x-sucuri-block"],
    reference: "Answers of Sucuri/Cloudproxy: X-Sucuri-Block with a code",
    verified
  },
  {
    name: "Vercel",
    header: ["x-vercel-mitigated", "challenge"],
    reference: "Answers of Vercel's firewall: X-Vercel-Mitigated",
    verified
  }
]
