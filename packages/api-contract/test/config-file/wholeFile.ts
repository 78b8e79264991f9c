/** A file with every section, and most of the options. */
export const wholeFile = {
  version: 1,
  project: "acme-web",
  defaults: { domains: { checkInterval: 300, tags: ["web"] }, urls: { timeoutSeconds: 20 } },
  tags: { web: { name: "Web", color: "#0b4f9e", sortOrder: 3 }, db: { name: 'DB: "quoted" # no comment' } },
  domains: {
    router: { url: "router.example.org" },
    shop: {
      url: "https://shop.example.org",
      name: "Shop: yes",
      checkInterval: 60,
      timeoutSeconds: 10,
      ccEmails: ["ops@example.org"],
      screenshotOnFailure: false,
      emailHealthEnabled: false,
      emailHealthInterval: 3_600,
      cardColor: "#abc",
      dkimSelectors: ["s2026"],
      request: {
        method: "POST",
        headers: { "x-probe": "sealed:0123456789abcdef" },
        body: '{\n  "a": 1\n}\n',
        auth: { username: "mon", password: "${env:PASSWORD}" }
      },
      expect: [
        { status: "200-299" },
        { json: "$.ok", equals: true },
        { header: "content-type", contains: "json" },
        { certificate: "valid", minimumDays: 14 },
        { text: "null", absent: true }
      ],
      degradedAfterMs: 2_000,
      dnsWatch: { types: ["NS", "A"], addresses: ["192.0.2.80"] },
      dependsOn: ["router"],
      tags: ["web", "other/db"],
      paused: true
    }
  },
  urls: {
    pricing: {
      url: "https://example.org/pricing",
      screenshotWaitMs: 500,
      include: ["#price"],
      exclude: [".ad"],
      ignoreLines: [{ matches: "^Visitors: \\d+$" }, { text: "yes", ignoreCase: true }],
      trigger: { appears: "In stock" },
      onlyLines: "added",
      minimumChange: { percent: 5 },
      render: true
    }
  },
  channels: {
    ops: {
      kind: "ntfy",
      name: "On call",
      settings: { topic: "alerts-k3v9" },
      inDefaultRoute: false,
      quietHours: { start: "22:00", end: "07:00", days: [1, 2], timezone: "Europe/Berlin" },
      isActive: true
    }
  },
  routes: {
    night: {
      name: "Night",
      kinds: ["down"],
      severities: ["critical"],
      scope: "chosen",
      monitors: ["shop", "pricing"],
      tags: ["db"],
      steps: [
        { afterMinutes: 0, targets: ["ops", "email"] },
        { afterMinutes: 10, targets: ["whatsapp"] }
      ],
      reminderMinutes: 60
    }
  },
  maintenanceWindows: {
    sunday: {
      name: "Sunday",
      startsAt: "2027-01-03T01:00:00.000Z",
      minutes: 60,
      timezone: "Europe/Berlin",
      recurrence: "FREQ=WEEKLY;BYDAY=SU",
      wholeAccount: false,
      published: false,
      monitors: ["shop"],
      tags: ["web"]
    }
  },
  statusPages: {
    main: {
      name: "Acme",
      slug: "acme",
      description: "Line",
      language: "de",
      timezone: "Europe/Berlin",
      accentColor: "#2563eb",
      headerColor: null,
      links: [{ label: "Support", url: "https://example.org/support" }],
      access: "password",
      password: "${env:READERS}",
      emailDomains: ["example.org"],
      showsWindowNames: true,
      automaticPosts: "publish",
      groups: { shops: { name: "Shops", description: null } },
      components: {
        checkout: {
          name: "Checkout",
          group: "shops",
          description: "All of it",
          monitors: ["shop"],
          tags: ["web"],
          showsMonitors: true,
          showsUptime: false,
          onlyIfDegraded: true
        },
        api: { name: "API" }
      }
    }
  },
  scheduledReports: {
    customer: {
      name: "Availability for Example Ltd",
      every: "month",
      recipients: ["customer@example.com"],
      timezone: "Europe/Berlin",
      language: "de",
      tag: "web",
      targetPercent: 99.9
    }
  }
} as const
