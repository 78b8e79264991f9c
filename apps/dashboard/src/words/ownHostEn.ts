import type { StatusPageHost, StatusPageHostState } from "@mon/model"

const states: Readonly<Record<StatusPageHostState, string>> = {
  waiting_for_txt: "Waiting for the TXT record",
  waiting_for_address: "Waiting for the address",
  active: "Active",
  failing: "TXT record missing",
  taken: "Used by another page",
  released: "Released"
}

const explained: Readonly<Record<StatusPageHostState, string>> = {
  waiting_for_txt:
    "Publish both records where you manage the DNS of this domain. We query them every 10 minutes on the first day, and then every day.",
  waiting_for_address:
    "The TXT record is there, but the addresses of the name do not lead here. Publish the second record. Behind a CDN, this ends with the first reader.",
  active: "Readers get the page under this name. Leave the TXT record where it is: we query it every day.",
  failing: "Readers still get the page, but the TXT record is missing. Publish it again.",
  taken:
    "The TXT record is there, but another status page proved this name before. The name becomes free 7 days after the record of that page is gone.",
  released:
    "The TXT record was missing for 7 days, so readers no longer get the page under this name. Publish it again and check, to get the name back."
}

const purposes: Readonly<Record<StatusPageHost["records"][number]["purpose"], string>> = {
  proof: "Proves that the name is yours",
  address: "Leads readers here"
}

/** The words of the own host name of a status page. */
export const ownHostEn = {
  title: "Own host name",
  hint: "Readers get the page under a name of your domain, such as status.example.com. The address at this service stays.",
  label: "Host name",
  set: "Set the host name",
  change: "Use another host name",
  notInPlan: "Your plan has no own host names for status pages.",
  upgrade: "Show plans",
  states,
  explained,
  purposes,
  stopped: "Stopped: not in your plan",
  stoppedHint: "Your plan allows fewer own host names, and the newest stop. Upgrade your plan, or remove an older one.",
  releasesAt: "Will be released:",
  type: "Type",
  name: "Name",
  value: "Value",
  copyOne: (field: string, type: string) => `Copy: ${field} of the ${type} record`,
  checked: "Last checked",
  never: "Not checked yet",
  check: "Check now",
  checking: "Checking…",
  remove: "Remove",
  removeTitle: (hostname: string) => `Remove ${hostname}?`,
  removeHint: "Readers get the page only at the address at this service from now on.",
  wasSet: (hostname: string) => `${hostname} was set.`,
  wasRemoved: (hostname: string) => `${hostname} was removed.`
}

export type OwnHostWords = typeof ownHostEn
