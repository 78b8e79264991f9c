import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { CertificateChecks } from "./CertificateChecks.ts"
import { claimCertificates, releaseCertificates } from "./claimCertificates.ts"
import { recordCertificate } from "./recordCertificate.ts"

/** {@link CertificateChecks} over PostgreSQL. */
export const layerCertificateChecks: Layer.Layer<CertificateChecks, never, SqlClient.SqlClient> = Layer.effect(
  CertificateChecks,
  Effect.map(SqlClient.SqlClient, (sql) =>
    CertificateChecks.of({
      claim: claimCertificates(sql),
      release: releaseCertificates(sql),
      record: recordCertificate(sql)
    })
  )
)
