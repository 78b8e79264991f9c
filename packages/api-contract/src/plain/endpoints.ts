// Written by `npm run openapi`. Do not edit.

/** Every endpoint: method, path, and what it has. */
export const endpoints = {
  dashboard: {
    status: "GET /api/v1/status",
    incidents: "GET /api/v1/incidents query older"
  },
  domains: {
    list: "GET /api/v1/domains query paged",
    create: "POST /api/v1/domains body repeatable",
    tryNew: "POST /api/v1/domains/try body",
    bulkUpdate: "PATCH /api/v1/domains/bulk body",
    bulkRemove: "DELETE /api/v1/domains/bulk body",
    get: "GET /api/v1/domains/{id}",
    update: "PATCH /api/v1/domains/{id} body",
    remove: "DELETE /api/v1/domains/{id}",
    tryChange: "POST /api/v1/domains/{id}/try body",
    pause: "POST /api/v1/domains/{id}/pause",
    resume: "POST /api/v1/domains/{id}/resume query",
    incidents: "GET /api/v1/domains/{id}/incidents",
    history: "GET /api/v1/domains/{id}/history query",
    timeline: "GET /api/v1/domains/{id}/timeline query",
    timelineEvents: "GET /api/v1/domains/{id}/timeline/events query older",
    advisories: "GET /api/v1/domains/{id}/advisories",
    dns: "GET /api/v1/domains/{id}/dns",
    verifyRepair: "POST /api/v1/domains/{id}/repairs/{repairId}/verify",
    dismissRepair: "POST /api/v1/domains/{id}/repairs/{repairId}/dismiss",
    setTags: "PUT /api/v1/domains/{id}/tags body"
  },
  urls: {
    list: "GET /api/v1/urls query paged",
    create: "POST /api/v1/urls body repeatable",
    preview: "POST /api/v1/urls/preview body",
    bulkUpdate: "PATCH /api/v1/urls/bulk body",
    bulkRemove: "DELETE /api/v1/urls/bulk body",
    get: "GET /api/v1/urls/{id}",
    update: "PATCH /api/v1/urls/{id} body",
    remove: "DELETE /api/v1/urls/{id}",
    previewChange: "POST /api/v1/urls/{id}/preview body",
    pause: "POST /api/v1/urls/{id}/pause",
    resume: "POST /api/v1/urls/{id}/resume query",
    checkNow: "POST /api/v1/urls/{id}/check-now",
    changes: "GET /api/v1/urls/{id}/changes query older",
    change: "GET /api/v1/urls/{id}/changes/{changeId}",
    markAllSeen: "PUT /api/v1/urls/{id}/changes/seen",
    markSeen: "PUT /api/v1/urls/{id}/changes/{changeId}/seen",
    markUnseen: "DELETE /api/v1/urls/{id}/changes/{changeId}/seen",
    timeline: "GET /api/v1/urls/{id}/timeline query",
    screenshots: "GET /api/v1/urls/{id}/screenshots query",
    setTags: "PUT /api/v1/urls/{id}/tags body"
  },
  billing: {
    get: "GET /api/v1/billing",
    history: "GET /api/v1/billing/history",
    prices: "GET /api/v1/billing/prices",
    checkout: "POST /api/v1/billing/checkout body repeatable"
  },
  account: {
    get: "GET /api/v1/account",
    update: "PATCH /api/v1/account body",
    changePassword: "POST /api/v1/account/password body",
    confirm: "POST /api/v1/account/confirm body",
    leaveTeam: "POST /api/v1/account/leave",
    export: "GET /api/v1/account/export bytes"
  },
  settings: {
    get: "GET /api/v1/settings",
    update: "PATCH /api/v1/settings body",
    branding: "GET /api/v1/settings/branding",
    updateBranding: "PATCH /api/v1/settings/branding body",
    whatsApp: "GET /api/v1/settings/whatsapp",
    setWhatsApp: "POST /api/v1/settings/whatsapp body",
    removeWhatsApp: "DELETE /api/v1/settings/whatsapp",
    confirmWhatsApp: "POST /api/v1/settings/whatsapp/confirm body"
  },
  emailHealth: {
    list: "GET /api/v1/email-health",
    check: "POST /api/v1/email-health body",
    ofDomain: "POST /api/v1/domains/{id}/email-health query",
    verify: "POST /api/v1/domains/{id}/email-health/verify query",
    history: "GET /api/v1/domains/{id}/email-health/history query",
    repairs: "GET /api/v1/domains/{id}/repairs query older",
    message: "POST /api/v1/email-health/message body"
  },
  disposableEmail: {
    check: "POST /api/v1/check-disposable-email body"
  },
  monitors: {
    list: "GET /api/v1/monitors",
    prometheus: "GET /api/v1/prometheus text"
  },
  incidents: {
    get: "GET /api/v1/incidents/{id}",
    acknowledge: "POST /api/v1/incidents/{id}/acknowledge body",
    unacknowledge: "DELETE /api/v1/incidents/{id}/acknowledge",
    verify: "POST /api/v1/incidents/{id}/verify"
  },
  team: {
    list: "GET /api/v1/team",
    invite: "POST /api/v1/team/invite body repeatable",
    update: "PATCH /api/v1/team/{membershipId} body",
    remove: "DELETE /api/v1/team/{membershipId}",
    resend: "POST /api/v1/team/{membershipId}/resend",
    link: "POST /api/v1/team/{membershipId}/link"
  },
  tags: {
    list: "GET /api/v1/tags",
    create: "POST /api/v1/tags body repeatable",
    update: "PATCH /api/v1/tags/{id} body",
    remove: "DELETE /api/v1/tags/{id}"
  },
  notifications: {
    list: "GET /api/v1/notifications query paged",
    unread: "GET /api/v1/notifications/unread",
    deliveries: "GET /api/v1/notifications/{id}/deliveries",
    pause: "POST /api/v1/notifications/pause body",
    resume: "POST /api/v1/notifications/resume",
    pauseStatus: "GET /api/v1/notifications/pause-status"
  },
  webhooks: {
    list: "GET /api/v1/webhooks query",
    create: "POST /api/v1/webhooks body repeatable",
    remove: "DELETE /api/v1/webhooks/{id}",
    test: "POST /api/v1/webhooks/{id}/test",
    deliveries: "GET /api/v1/webhooks/{id}/deliveries query"
  },
  simulations: {
    start: "POST /api/v1/campaign-simulate body repeatable",
    estimate: "POST /api/v1/campaign-simulate/estimate body",
    get: "GET /api/v1/campaign-simulate/{jobId}",
    credits: "GET /api/v1/simulation-credits",
    list: "GET /api/v1/campaign-simulations query paged",
    download: "GET /api/v1/campaign-simulate/{jobId}/download/{type} text",
    shareInfo: "POST /api/v1/campaign-simulate/{jobId}/share-info",
    revokeShare: "POST /api/v1/campaign-simulate/{jobId}/revoke-share"
  },
  keys: {
    list: "GET /api/v1/keys",
    create: "POST /api/v1/keys body repeatable",
    update: "PATCH /api/v1/keys/{id} body",
    remove: "DELETE /api/v1/keys/{id}"
  },
  channels: {
    list: "GET /api/v1/channels",
    create: "POST /api/v1/channels body repeatable",
    kinds: "GET /api/v1/channels/kinds query",
    get: "GET /api/v1/channels/{id}",
    update: "PATCH /api/v1/channels/{id} body",
    remove: "DELETE /api/v1/channels/{id}",
    fromUrl: "POST /api/v1/channels/from-url body repeatable",
    test: "POST /api/v1/channels/test body",
    testSaved: "POST /api/v1/channels/{id}/test",
    deliveries: "GET /api/v1/channels/{id}/deliveries query"
  },
  routes: {
    list: "GET /api/v1/routes",
    create: "POST /api/v1/routes body repeatable",
    people: "GET /api/v1/routes/people",
    tryNew: "POST /api/v1/routes/try body",
    simulation: "GET /api/v1/routes/simulation query",
    update: "PATCH /api/v1/routes/{id} body",
    remove: "DELETE /api/v1/routes/{id}",
    tryChange: "POST /api/v1/routes/{id}/try body",
    tryRemoval: "GET /api/v1/routes/{id}/removal"
  },
  statusPages: {
    list: "GET /api/v1/status-pages",
    create: "POST /api/v1/status-pages body repeatable",
    preview: "POST /api/v1/status-pages/preview body",
    get: "GET /api/v1/status-pages/{id}",
    update: "PATCH /api/v1/status-pages/{id} body",
    remove: "DELETE /api/v1/status-pages/{id}",
    override: "PATCH /api/v1/status-pages/{id}/components/{componentId} body"
  },
  statusHosts: {
    set: "PUT /api/v1/status-pages/{id}/host body",
    remove: "DELETE /api/v1/status-pages/{id}/host",
    check: "POST /api/v1/status-pages/{id}/host/check"
  },
  statusPosts: {
    list: "GET /api/v1/status-pages/{id}/posts query paged",
    create: "POST /api/v1/status-pages/{id}/posts body repeatable",
    drafts: "GET /api/v1/status-pages/{id}/drafts",
    get: "GET /api/v1/status-pages/{id}/posts/{postId}",
    update: "PATCH /api/v1/status-pages/{id}/posts/{postId} body",
    remove: "DELETE /api/v1/status-pages/{id}/posts/{postId}",
    addUpdate: "POST /api/v1/status-pages/{id}/posts/{postId}/updates body repeatable",
    changeUpdate: "PATCH /api/v1/status-pages/{id}/posts/{postId}/updates/{updateId} body",
    removeUpdate: "DELETE /api/v1/status-pages/{id}/posts/{postId}/updates/{updateId}"
  },
  statusSubscribers: {
    list: "GET /api/v1/status-pages/{id}/subscribers query paged",
    audience: "GET /api/v1/status-pages/{id}/audience query",
    download: "GET /api/v1/status-pages/{id}/subscribers/export text",
    remove: "DELETE /api/v1/status-pages/{id}/subscribers/{subscriberId}"
  },
  markers: {
    list: "GET /api/v1/domains/{domainId}/markers query",
    create: "POST /api/v1/domains/{domainId}/markers body repeatable",
    remove: "DELETE /api/v1/domains/{domainId}/markers/{id}"
  },
  maintenance: {
    list: "GET /api/v1/maintenance-windows query paged",
    create: "POST /api/v1/maintenance-windows body repeatable",
    preview: "GET /api/v1/maintenance-windows/preview query",
    get: "GET /api/v1/maintenance-windows/{id}",
    update: "PATCH /api/v1/maintenance-windows/{id} body",
    remove: "DELETE /api/v1/maintenance-windows/{id}",
    end: "POST /api/v1/maintenance-windows/{id}/end"
  },
  secondFactor: {
    get: "GET /api/v1/second-factor",
    confirm: "POST /api/v1/second-factor body",
    remove: "DELETE /api/v1/second-factor",
    setUp: "POST /api/v1/second-factor/setup",
    renewCodes: "POST /api/v1/second-factor/recovery-codes",
    require: "PATCH /api/v1/second-factor/requirement body"
  },
  sessions: {
    list: "GET /api/v1/sessions",
    removeOthers: "DELETE /api/v1/sessions",
    remove: "DELETE /api/v1/sessions/{id}"
  },
  config: {
    plan: "POST /api/v1/config/plan body",
    apply: "POST /api/v1/config/apply body",
    export: "GET /api/v1/config query text"
  },
  audit: {
    list: "GET /api/v1/audit query older",
    download: "GET /api/v1/audit/export query text"
  },
  reports: {
    availability: "GET /api/v1/reports/availability query",
    download: "GET /api/v1/reports/availability/export query text",
    print: "GET /api/v1/reports/availability/pdf query bytes"
  },
  scheduledReports: {
    list: "GET /api/v1/scheduled-reports",
    create: "POST /api/v1/scheduled-reports body repeatable",
    update: "PATCH /api/v1/scheduled-reports/{id} body",
    remove: "DELETE /api/v1/scheduled-reports/{id}"
  },
  system: {
    health: "GET /health",
    ready: "GET /ready"
  }
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>
