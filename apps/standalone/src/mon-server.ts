#!/usr/bin/env node
import { commandGroup, runProcess } from "@mon/bundled/command-line"

// Commands are loaded on demand: the store and the engines take seconds to load, and --help does not need them.
const monServer = commandGroup({
  name: "mon-server",
  description: "Manages a Mon service: accounts, API keys, jobs, messages, the database and its backups.",
  commands: {
    accounts: {
      description: "Accounts and their owners.",
      load: async () => (await import("./commands/accounts.ts")).accounts
    },
    keys: { description: "Account API keys.", load: async () => (await import("./commands/keys.ts")).keys },
    people: {
      description: "People who sign in.",
      load: async () => (await import("./commands/people.ts")).people
    },
    queue: {
      description: "Jobs that are waiting, are running or have no attempts left.",
      load: async () => (await import("./commands/queue.ts")).queue
    },
    deliveries: {
      description: "Messages that are waiting or have failed.",
      load: async () => (await import("./commands/deliveries.ts")).deliveries
    },
    channels: {
      description: "Alert channels that Mon has turned off.",
      load: async () => (await import("./commands/channels.ts")).channels
    },
    addresses: {
      description: "Email addresses that a mail server rejected.",
      load: async () => (await import("./commands/addresses.ts")).addresses
    },
    "support-bundle": {
      description: "Writes diagnostic information, without secrets, to a file.",
      load: async () => (await import("./commands/supportBundle.ts")).supportBundle
    },
    migrate: {
      description: "Brings the database schema up to date.",
      load: async () => (await import("./commands/migrate.ts")).migrate
    },
    backup: {
      description: "Writes all of the service's data to one file.",
      load: async () => (await import("./commands/backup.ts")).backup
    },
    verify: {
      description: "Checks that a backup is complete and unaltered.",
      load: async () => (await import("./commands/verify.ts")).verify
    },
    restore: {
      description: "Restores a backup into an empty database.",
      load: async () => (await import("./commands/restore.ts")).restore
    },
    resume: {
      description: "Starts the checks and notifications of a restored service.",
      load: async () => (await import("./commands/resume.ts")).resume
    },
    doctor: {
      description: "Checks the settings and everything that the service depends on.",
      load: async () => (await import("./commands/doctor.ts")).doctor
    }
  }
})

await runProcess(monServer, new URL("../package.json", import.meta.url))
