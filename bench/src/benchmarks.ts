import type { Benchmark } from "./Benchmark.ts"

interface Entry {
  /** One line for the usage text. */
  readonly about: string
  /** Reads only the files of this benchmark: its proof runs when they, or what they import, have changed. */
  readonly load: () => Promise<Benchmark>
}

/** The benchmarks by name. After a change, run `npm run bench-tasks`. */
export const benchmarks: Readonly<Record<string, Entry>> = {
  probe: {
    about: "CPU per check over HTTP and HTTPS; compared with prometheus-blackbox-exporter",
    load: async () => (await import("./probe/probe.ts")).probe
  },
  services: {
    about: "CPU per check of services over TCP, TLS and DNS; compared with prometheus-blackbox-exporter",
    load: async () => (await import("./services/services.ts")).services
  },
  timing: {
    about: "error of the wait phase against a server with a delay; compared with prometheus-blackbox-exporter",
    load: async () => (await import("./timing/timing.ts")).timing
  },
  leak: {
    about: "growth of resident memory per HTTPS check",
    load: async () => (await import("./leak/leak.ts")).leak
  },
  checks: {
    about: "CPU of a whole check, from claim to record, and checks per second; compared with Uptime Kuma",
    load: async () => (await import("./checks/checks.ts")).checks
  },
  contents: {
    about: "Broken pages that are found, and good pages that are not; downloads packages of Debian and npm",
    load: async () => (await import("./content/contents.ts")).contents
  },
  api: {
    about: "requests per second of CPU: get, list and create domains; compared with fastify",
    load: async () => (await import("./api/api.ts")).api
  },
  monitors: {
    about: "time and bytes of the list of all monitors, with 1,000 and 10,000 of them",
    load: async () => (await import("./monitors/monitors.ts")).monitors
  },
  timeline: {
    about: "CPU of a page of the events of a domain with 90 days of events",
    load: async () => (await import("./timeline/timeline.ts")).timeline
  },
  "config-file": {
    about: "planning and applying a configuration file of 1,000 monitors",
    load: async () => (await import("./configFile/configFile.ts")).configFile
  },
  dashboard: {
    about: "time until the list of 1,000 domains is on screen and answers, and from a key to the filtered rows",
    load: async () => (await import("./dashboard/dashboard.ts")).dashboard
  },
  events: {
    about: "CPU of 100 open dashboards with 1,000 monitors",
    load: async () => (await import("./events/events.ts")).events
  },
  pings: {
    about: "time and CPU of pings to 10,000 heartbeats, each stored before it is answered",
    load: async () => (await import("./pings/pings.ts")).pings
  },
  "status-pages": {
    about: "status pages: requests per second of CPU and first byte, for 50 components",
    load: async () => (await import("./statusPages/statusPages.ts")).statusPages
  },
  "full-pages": {
    about: "the longest turn of the event loop for each endpoint of status pages at their limits",
    load: async () => (await import("./statusPages/fullPages.ts")).fullPages
  },
  schedule: {
    about: "claim and record cycles per second with 10,000 to 1,000,000 monitors",
    load: async () => (await import("./schedule/schedule.ts")).schedule
  },
  rate: {
    about: "cost of the rate-limit window per request, by connections and processes",
    load: async () => (await import("./rate/rate.ts")).rate
  },
  soak: {
    about: "20,000 monitors at 59 s for ten minutes: lateness, memory, no check missed (takes 11 minutes)",
    load: async () => (await import("./soak/soak.ts")).soak
  },
  "soak-services": {
    about: "10,000 services of the type tcp with a 60 s interval on one worker",
    load: async () => (await import("./soak/soak.ts")).soakServices
  },
  idle: {
    about: "memory and CPU of the whole service with 10 monitors",
    load: async () => (await import("./idle/idle.ts")).idle
  },
  simulation: {
    about: "a simulation of 10,000 prospects by the worker: time, CPU, memory, and that every DNS answer is used",
    load: async () => (await import("./simulation/simulation.ts")).simulation
  },
  codes: {
    about: "time to verify a one-time code: right, wrong, expired, used, locked after too many attempts",
    load: async () => (await import("./codes/codes.ts")).codes
  },
  diagnosis: {
    about: "CPU per diagnosis of @mon/diagnosis",
    load: async () => (await import("./packages/diagnosis.ts")).diagnosis
  },
  incidents: {
    about: "CPU of an incident with and without the facts about its cause",
    load: async () => (await import("./incidents/incidents.ts")).incidents
  },
  diff: {
    about: "comparison of lines, pages and images; compared with jsdiff, fast-myers-diff, htmlparser2, pixelmatch",
    load: async () => (await import("./diff/diff.ts")).diff
  },
  spf: {
    about: "CPU per SPF evaluation of @mon/email-health; compared with mailauth",
    load: async () => (await import("./packages/spf.ts")).spf
  },
  "email-health": {
    about: "whole checks of @mon/email-health against NSD, with the resolver of @mon/dns and with node:dns",
    load: async () => (await import("./packages/emailHealth.ts")).emailHealth
  },
  disposable: {
    about: "cold start, size and answers per second of @mon/disposable-check; compared with its peers (needs a build)",
    load: async () => (await import("./packages/disposable.ts")).disposable
  },
  "hostile-pages": {
    about: "delay of the event loop while pages are checked that are made to be expensive",
    load: async () => (await import("./hostile/hostile.ts")).hostile
  },
  inputs: {
    about: "CPU of every parser of bytes from strangers, with the most expensive input that it accepts",
    load: async () => (await import("./inputs/inputs.ts")).inputs
  }
}
