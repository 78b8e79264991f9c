import { BARE_PAGE, SHORT_PAGE, type Signature } from "./Signature.ts"

const verified = "2026-11"

/** Pages of registrars and of sellers of domains. */
export const parkedPages: ReadonlyArray<Signature> = [
  {
    name: "Sedo",
    source: ["sedoparking.com"],
    maxVisible: SHORT_PAGE,
    reference: "Parked pages load scripts of sedoparking.com",
    verified
  },
  {
    name: "ParkingCrew",
    source: ["parkingcrew.net"],
    maxVisible: SHORT_PAGE,
    reference: "Parked pages load scripts of parkingcrew.net",
    verified
  },
  {
    name: "GoDaddy",
    source: ["parked free, courtesy of"],
    maxVisible: SHORT_PAGE,
    reference: "Pages of 2026 that people recorded",
    verified
  },
  {
    name: "GoDaddy",
    source: ['window.location.href="/lander"'],
    maxVisible: SHORT_PAGE,
    reference: "Script of parked pages of Afternic and GoDaddy",
    verified
  },
  {
    name: "a seller of domains",
    source: ["this domain is for sale"],
    maxVisible: SHORT_PAGE,
    reference: "Words of pages of Sedo, Dan and others",
    verified
  },
  {
    name: "a seller of domains",
    source: ["domain may be for sale"],
    maxVisible: SHORT_PAGE,
    reference: "Words of pages of Sedo and others",
    verified
  },
  {
    name: "a registrar",
    title: "domain parked by",
    reference: "Title of pages of OnlyDomains",
    verified
  },
  {
    name: "GoDaddy",
    source: ["future home of something quite cool"],
    maxVisible: SHORT_PAGE,
    reference: "Pages of domains without a site",
    verified
  }
]

/** Pages of hosting providers for suspended accounts. */
export const suspendedPages: ReadonlyArray<Signature> = [
  {
    name: "cPanel",
    path: "/cgi-sys/suspendedpage.cgi",
    reference: "docs.cpanel.net, Web Template Editor: Account Suspended",
    verified
  },
  {
    name: "cPanel",
    source: ["/cgi-sys/suspendedpage.cgi"],
    maxVisible: SHORT_PAGE,
    reference: "docs.cpanel.net, Web Template Editor: Account Suspended; redirects that people published",
    verified
  },
  {
    name: "the hosting provider",
    source: ["this account has been suspended"],
    maxVisible: SHORT_PAGE,
    reference: "Words of cPanel's page, which tools that sort dead sites quote",
    verified
  },
  {
    name: "the hosting provider",
    title: "account suspended",
    maxVisible: SHORT_PAGE,
    reference: "Title of cPanel's page",
    verified
  }
]

/** Pages that a web server or a control panel shows for hosts without a site. */
export const startPages: ReadonlyArray<Signature> = [
  { name: "nginx", title: "welcome to nginx!", reference: "html/index.html of nginx", verified },
  { name: "OpenResty", title: "welcome to openresty!", reference: "index.html of OpenResty", verified },
  { name: "Apache", title: "default page: it works", reference: "index.html of Debian and Ubuntu", verified },
  {
    name: "Apache",
    source: ["<h1>it works!</h1>"],
    maxVisible: BARE_PAGE,
    reference: "docs/docroot/index.html of Apache httpd",
    verified
  },
  {
    name: "IIS",
    title: "iis windows server",
    reference: "iisstart.htm of IIS 8.5 and 10: titles in published scans",
    verified
  },
  {
    name: "Plesk",
    title: "domain default page",
    reference: "Default page of Plesk: published copies with its copyright",
    verified
  },
  {
    name: "cPanel",
    source: ["/cgi-sys/defaultwebpage.cgi"],
    maxVisible: SHORT_PAGE,
    reference: "Redirect of index.html of cPanel servers",
    verified
  }
]
