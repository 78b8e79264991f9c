import type { WordTable } from "../words/WordTable.ts"

/** The English texts of the parts that only services have. */
export const servicesEn = {
  answered: (duration: string) => `answered in ${duration}`,
  facts: {
    title: "Service",
    type: "Type",
    address: "Address",
    interval: "Checked every",
    tls: "TLS",
    login: "Login",
    withLogin: (user: string) => (user === "" ? "yes, with a password" : `yes, as ${user}`),
    unreadable: "Another version of Mon stored this check. Choose the type again in the settings."
  },
  checks: "Checks",
  now: {
    run: "Check now",
    running: "Checking…",
    checked: (state: string) => `Checked. State: ${state}.`,
    failed: (why: string) => `The check failed: ${why}`
  },
  paste: {
    label: "Paste an address",
    hint: "For example, the URL with which a program connects, host:port, or only a host. Mon fills in the form.",
    read: (type: string) => `Recognised: ${type}. Check the fields below.`,
    unread: "Mon does not recognise this address. Choose a type below.",
    web: "This is the address of a web site. Add it as a domain."
  },
  trial: {
    title: "Check with these settings",
    run: "Check once",
    again: "Check again",
    hint: "Mon runs one check with these settings and shows what it found. It stores nothing and sends no alerts.",
    noAddress: "Choose a type and enter an address first.",
    address: "Address",
    running: "Checking…",
    outdated: "You have made changes since this check.",
    refused: "Mon did not check.",
    limited:
      "You have reached the limit for this minute. Trials, previews, manual checks and tests share this limit. Try again in a minute.",
    busy: "Mon is too busy. Try again in a minute.",
    goTo: (label: string) => `Go to “${label}”`,
    checked: "Address",
    connected: "Connected to",
    found: "What the check found out"
  },
  /** The names of what a check can find out. A name without an entry is shown as the engine calls it. */
  found: {
    __proto__: null as never,
    accepted: "Accepted",
    anonymous: "Anonymous access",
    answers: "Records",
    authentication: "Authentication",
    capabilities: "Capabilities",
    deliveredMs: "Delivered after, ms",
    dispersionMs: "Error of the time, ms",
    dkim: "DKIM",
    dmarc: "DMARC",
    durations: "Steps",
    encrypted: "Encrypted",
    failedStep: "Failed step",
    folder: "Folder",
    greeting: "Greeting",
    health: "Health",
    hops: "Servers on the way",
    hostKeys: "Host keys",
    identification: "Identification",
    lossPercent: "Lost packets, %",
    mappedAddress: "Own address",
    meanMs: "Mean time, ms",
    messages: "Messages",
    needsLogin: "Needs a login",
    offsetMs: "Time difference, ms",
    product: "Product",
    purpose: "Purpose",
    rcode: "Response code",
    received: "Received",
    role: "Role",
    serverVersion: "Version",
    spf: "SPF",
    startedTls: "TLS started",
    status: "Status",
    steps: "Number of steps",
    stratum: "Stratum",
    taken: "Values",
    value: "Value",
    version: "Version",
    versions: "Versions"
  } as WordTable,
  yes: "yes",
  no: "no"
}
export type ServicesWords = typeof servicesEn
