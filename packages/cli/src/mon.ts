import { type Command, commandGroup } from "@mon/bundled/command-line"
import type { CliTerminal } from "./CliTerminal.ts"
import { engineCommand } from "./commands/engines.ts"

/** The command `mon`, whose subcommands are loaded on demand, because `--help` needs none of them. */
export const mon: Command<CliTerminal> = commandGroup<CliTerminal>({
  name: "mon",
  description: "Monitors websites, pages and email domains with a Mon service, and checks them from this machine.",
  commands: {
    login: {
      description: "Stores a service's URL and API key.",
      load: async () => (await import("./commands/login.ts")).login
    },
    logout: {
      description: "Deletes the stored API key.",
      load: async () => (await import("./commands/logout.ts")).logout
    },
    status: {
      description: "Shows whether something is wrong.",
      load: async () => (await import("./commands/status.ts")).status
    },
    monitors: {
      description: "Lists, pauses, resumes and checks monitors.",
      load: async () => (await import("./commands/monitors.ts")).monitors
    },
    incidents: {
      description: "Lists, shows and acknowledges incidents.",
      load: async () => (await import("./commands/incidents.ts")).incidents
    },
    marker: {
      description: "Adds a marker to a domain's timeline, for example for a deployment.",
      load: async () => (await import("./commands/marker.ts")).marker
    },
    watch: {
      description: "Shows all monitors as they change.",
      load: async () => (await import("./commands/watch.ts")).watch
    },
    "email-health": {
      description: "Checks a domain's SPF, DKIM, DMARC, MX and blacklists.",
      load: async () => (await import("./commands/emailHealth.ts")).emailHealth
    },
    check: {
      description: "Checks a URL once from this machine, without a service.",
      load: async () => (await import("./commands/check.ts")).check
    },
    explain: {
      description: "Explains why a URL is down, from this machine, without a service.",
      load: async () => (await import("./commands/explain.ts")).explain
    },
    test: {
      description: "Checks the monitors in a configuration file from this machine.",
      load: async () => (await import("./commands/test.ts")).test
    },
    run: {
      description: "Runs a job and reports it to a heartbeat.",
      load: async () => (await import("./commands/run.ts")).run
    },
    plan: {
      description: "Shows what a configuration file would change.",
      load: async () => (await import("./commands/plan.ts")).plan
    },
    apply: {
      description: "Makes the account match a configuration file.",
      load: async () => (await import("./commands/apply.ts")).apply
    },
    export: {
      description: "Prints the account's configuration file.",
      load: async () => (await import("./commands/export.ts")).exportFile
    },
    mcp: {
      description: "Connects an agent to the service (Model Context Protocol).",
      load: async () => (await import("./commands/mcp.ts")).mcp
    },
    import: {
      description: "Turns an export from another monitoring tool into a configuration file.",
      load: async () => (await import("./commands/import.ts")).importCommand
    },
    "uptime-probe": engineCommand("uptime-probe"),
    "diff-engine": engineCommand("diff-engine"),
    "disposable-check": engineCommand("disposable-check"),
    simulation: engineCommand("simulation"),
    "email-message": engineCommand("email-message"),
    completion: {
      description: "Prints the completion script for a shell.",
      load: async () => (await import("./commands/completion.ts")).completionOf(mon)
    }
  },
  notes: `Environment:
  MON_URL, MON_API_KEY  The service and its API key, instead of the stored login
  MON_PING_URL          The heartbeat to which mon run reports
  NO_COLOR              Print no colours`
})
