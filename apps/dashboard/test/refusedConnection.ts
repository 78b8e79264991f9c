import type { IncidentDiagnosis } from "@mon/model"

/** A diagnosis with a known cause, a quoted text of another author, and a second cause. */
export const refusedConnection: IncidentDiagnosis = {
  result: "known",
  title: "Nothing is listening on the port",
  causes: [
    {
      class: "connection_refused",
      title: "Nothing is listening on the port",
      confidence: 0.9,
      who: "site_operator",
      nextStep:
        "Start the web server on shop.example.com and check its log to see why it stopped, for example with `systemctl status nginx`.",
      evidence: [{ code: "outcome", text: "The check failed: the server refused the connection." }],
      against: [{ code: "in_window", text: "The failure began in the maintenance window <b>Update</b>." }]
    },
    {
      class: "server_silent",
      title: "The server does not respond at all",
      confidence: 0.3,
      who: "hosting_customer",
      nextStep: "Open the console of the server at your hosting provider.",
      evidence: [],
      against: []
    }
  ],
  missing: ["results from other locations"],
  rulesVersion: "1"
}
