import type { CertificateFacts } from "../tls/CertificateFacts.ts"
import type { Failure } from "../Outcome.ts"
import type { ProbeModule } from "./ProbeModule.ts"

/** Returns why a module does not accept a certificate; null: it does. */
export const refusedCertificate = (
  { ignoredProblems, verifies }: Pick<ProbeModule, "ignoredProblems" | "verifies">,
  { problems }: Pick<CertificateFacts, "problems">
): Failure | null => {
  const counted = verifies ? problems.filter((problem) => !ignoredProblems.includes(problem)) : []
  return counted.length === 0
    ? null
    : { outcome: "tls_handshake", message: `The certificate is not valid (${counted.join(", ")}).` }
}
