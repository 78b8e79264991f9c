export const dialogsEn = {
  leave: {
    title: "Leave without saving?",
    text: "Your changes on this screen are not saved and would be lost.",
    action: "Leave without saving"
  },
  palette: {
    title: "Go to",
    placeholder: "Domains, pages, incidents, settings and actions",
    none: "Nothing matches.",
    results: "Results",
    keys: "Keyboard shortcuts",
    page: "Page",
    incident: (when: string) => `Incident, ${when}`,
    pause: (name: string) => `Pause ${name}`,
    resume: (name: string) => `Resume ${name}`,
    paused: (name: string) => `${name} is paused.`,
    resumed: (name: string) => `${name} is resumed.`,
    maintain: (name: string) => `Start 30 minutes of maintenance on ${name}`,
    maintenance: (name: string) => `Maintenance on ${name} has started. It ends in 30 minutes.`,
    pauseAlerts: "Pause all alerts ...",
    resumeAlerts: "Resume all alerts",
    alertsResumed: "Alerts are on again.",
    action: "Action",
    setting: "Setting",
    tool: "Tool",
    signOut: "Leave, log out",
    /** Places that people search for, but that have no navigation entry: path, label, and alternative search terms. */
    places: [
      ["/settings", "Time zone", "timezone, clock, GMT, UTC, reports"],
      ["/settings", "Language", "English, German, Deutsch, Sprache, translation"],
      ["/settings", "Colours", "theme, dark, light, mode, appearance"],
      ["/settings", "Change the password", "forgot"],
      ["/settings/security", "Two-factor sign-in", "2FA, MFA, second factor, authenticator, TOTP, passkey, security"],
      ["/settings/security", "Where you are signed in", "sessions, devices, browsers"],
      ["/settings/alerts", "WhatsApp", "phone, number, text messages"],
      ["/settings/alerts", "Weekly report by email", "Monday, digest, summary"],
      ["/settings/contact", "How I am reached", "phone, push, SMS, on-call, test alert"],
      ["/settings/audit", "Audit log", "history, who changed what"],
      ["/settings/workspace", "Name and logo", "workspace, brand, agency"],
      ["/message", "Check a message", "eml, received email, phishing, spoofed, DKIM, DMARC, headers"],
      ["/alert-sources", "Alerts from other tools", "PagerDuty, Opsgenie, Prometheus, Alertmanager, Grafana"],
      ["/import", "Import monitors", "Uptime Kuma, Better Stack, move, migrate, CSV"]
    ] as ReadonlyArray<readonly [path: string, label: string, otherWords: string]>,
    /** Places without a navigation entry that are outside the dashboard: path, label, and alternative search terms. */
    outside: [
      ["/tools/disposable-email", "Check for disposable addresses", "temporary, burner, fake email"],
      ["/settings/account", "Export or delete the account", "download my data, GDPR, close, cancel"]
    ] as ReadonlyArray<readonly [path: string, label: string, otherWords: string]>
  },
  shortcuts: {
    title: "Keyboard shortcuts",
    groups: [
      [
        "Everywhere",
        [
          ["Ctrl K", "Search or go to"],
          ["N", "Add monitors"],
          ["G O", "Overview"],
          ["G D", "Domains"],
          ["G P", "Pages"],
          ["G I", "Incidents"],
          ["G M", "Email health"],
          ["G N", "Notifications"],
          ["G S", "Settings"],
          ["?", "This list"]
        ]
      ],
      [
        "In lists",
        [
          ["/", "Filter the list"],
          ["J · K", "Next or previous row"],
          ["Enter", "Open the row"],
          ["X", "Select the row"],
          ["Esc", "Clear the selection"]
        ]
      ],
      [
        "In charts and dialogs",
        [
          ["← · →", "Move along the days"],
          ["Esc", "Close the dialog"]
        ]
      ]
    ] as ReadonlyArray<readonly [string, ReadonlyArray<readonly [string, string]>]>
  }
}

export type DialogsCatalogue = typeof dialogsEn
