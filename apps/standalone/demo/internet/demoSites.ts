type SiteBehaviour =
  | "good"
  /** Responds after 2 to 3 seconds. */
  | "slow"
  /** Responds with 503. */
  | "unavailable"
  /** No server listens on the port. */
  | "closed"
  /** Accepts connections but sends no response. */
  | "silent"
  /** The host name does not exist. */
  | "no name"
  /** Is down for a few minutes at regular intervals. */
  | "unstable"
  /** Redirects to www. */
  | "redirecting"
  /** Redirects to itself. */
  | "looping"

/** The fault of a site's certificate. A number: the certificate is valid for this number of days. */
type SiteCertificate = number | "expired" | "wrong host" | "self-signed" | "incomplete"

export type MailRecords = "complete" | "no enforcement" | "no DKIM" | "no DMARC" | "open SPF" | "listed" | "none"

export interface DemoSite {
  readonly name: string
  readonly hostname: string
  readonly behaviour: SiteBehaviour
  readonly delayMs: number
  readonly certificate: SiteCertificate
  readonly registrationDays: number
  readonly mail: MailRecords
  readonly tag: DemoTag
}

export const demoTags = {
  "Care plan": "#1a5fc4",
  Shops: "#0f766e",
  Clinics: "#a21caf",
  "No contract": "#6b7280"
} as const

type DemoTag = keyof typeof demoTags

type Row = readonly [
  name: string,
  hostname: string,
  behaviour: SiteBehaviour,
  delayMs: number,
  certificate: SiteCertificate,
  registrationDays: number,
  mail: MailRecords,
  tag: DemoTag
]

// The names identify themselves as examples, because a click on one leads to the real internet.
const rows: ReadonlyArray<Row> = [
  ["Bakken Legal", "bakken-legal-example.com", "good", 40, 61, 210, "complete", "Care plan"],
  ["Fjord Dental", "fjord-dental-example.com", "good", 55, 74, 118, "no DKIM", "Clinics"],
  ["Tindra Coffee", "tindra-coffee-example.com", "good", 30, 82, 301, "complete", "Shops"],
  ["Viken Clinic", "viken-clinic-example.org", "unavailable", 25, 47, 88, "no DMARC", "Clinics"],
  ["Brygge Garage", "brygge-garage-example.com", "good", 60, "expired", 164, "open SPF", "Care plan"],
  ["Vinterfell Studio", "vinterfell-studio-example.net", "good", 45, "wrong host", 402, "complete", "Care plan"],
  ["Havn Hotel", "havn-hotel-example.com", "slow", 2_400, 68, 95, "no enforcement", "Care plan"],
  ["Moss Optics", "moss-optics-example.com", "good", 35, 12, 244, "no DMARC", "Shops"],
  ["Sjöblom Bakery", "sjoblom-bakery-example.com", "unstable", 50, 77, 190, "complete", "Shops"],
  ["Nordlys Yoga", "nordlys-yoga-example.com", "good", 42, 4, 333, "none", "No contract"],
  ["Elvebakk School", "elvebakk-school-example.org", "good", 38, 59, 21, "complete", "Care plan"],
  ["Lunde Architects", "lunde-architects-example.com", "redirecting", 33, 80, 275, "complete", "Care plan"],
  ["Myhre Plumbing", "myhre-plumbing-example.com", "closed", 0, 40, 150, "none", "No contract"],
  ["Aurora Travel", "aurora-travel-example.com", "good", 48, 71, 9, "no enforcement", "Care plan"],
  ["Kvam Cabins", "kvam-cabins-example.com", "good", 52, "self-signed", 365, "no DMARC", "No contract"],
  ["Solheim Accounting", "solheim-accounting-example.com", "good", 28, 66, 128, "complete", "Care plan"],
  ["Berg Physio", "berg-physio-example.com", "good", 47, 85, 221, "no DKIM", "Clinics"],
  ["Dal Records", "dal-records-example.net", "silent", 0, 51, 77, "none", "No contract"],
  ["Fosse Flowers", "fosse-flowers-example.com", "good", 36, 73, 312, "complete", "Shops"],
  ["Granli Pets", "granli-pets-example.com", "good", 41, 64, 140, "no DMARC", "Shops"],
  ["Hegg Insurance", "hegg-insurance-example.com", "good", 31, 88, 410, "complete", "Care plan"],
  ["Isdal Diving", "isdal-diving-example.com", "no name", 0, 30, 200, "none", "No contract"],
  ["Jordet Farm Shop", "jordet-farm-shop-example.com", "good", 58, 57, 96, "open SPF", "Shops"],
  ["Kroken Bikes", "kroken-bikes-example.com", "good", 44, 69, 260, "complete", "Shops"],
  ["Lia Kindergarten", "lia-kindergarten-example.org", "good", 39, 28, 183, "no enforcement", "Care plan"],
  ["Mo Dentists", "mo-dentists-example.com", "good", 53, 76, 146, "complete", "Clinics"],
  ["Nes Boats", "nes-boats-example.com", "looping", 20, 62, 111, "no DMARC", "Shops"],
  ["Odden Wines", "odden-wines-example.com", "good", 37, 79, 230, "listed", "Shops"],
  ["Prestø Law", "presto-law-example.com", "good", 43, 63, 298, "complete", "Care plan"],
  ["Rognan Skin Clinic", "rognan-skin-clinic-example.com", "good", 49, 70, 175, "no DKIM", "Clinics"],
  ["Skog Furniture", "skog-furniture-example.com", "slow", 2_900, 84, 54, "complete", "Shops"],
  ["Torp Electric", "torp-electric-example.com", "good", 34, 58, 205, "no DMARC", "Care plan"],
  ["Ulvik Cider", "ulvik-cider-example.com", "good", 46, 75, 340, "complete", "Shops"],
  ["Vang Hearing", "vang-hearing-example.com", "good", 51, "incomplete", 122, "no enforcement", "Clinics"],
  ["Ytre Fitness", "ytre-fitness-example.com", "good", 32, 81, 267, "complete", "Care plan"],
  ["Åsen Ceramics", "asen-ceramics-example.com", "good", 56, 65, 158, "none", "Shops"],
  ["Ørland Radio", "orland-radio-example.net", "good", 29, 72, 390, "complete", "Care plan"],
  ["Bølgen Swim School", "bolgen-swim-school-example.org", "good", 54, 67, 133, "no DMARC", "Care plan"],
  ["Lighthouse Agency", "lighthouse-agency-example.com", "good", 27, 86, 420, "complete", "Care plan"],
  ["Lighthouse Webmail", "webmail.lighthouse-agency-example.com", "good", 35, 86, 420, "complete", "Care plan"]
]

/** The sites of the simulated internet. All of them are monitored. */
export const demoSites: ReadonlyArray<DemoSite> = rows.map(
  ([name, hostname, behaviour, delayMs, certificate, registrationDays, mail, tag]) => ({
    name,
    hostname,
    behaviour,
    delayMs,
    certificate,
    registrationDays,
    mail,
    tag
  })
)
