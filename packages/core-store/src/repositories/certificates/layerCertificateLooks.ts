import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { CertificateLooks } from "./CertificateLooks.ts"
import { claimCertificates, releaseCertificates } from "./claimCertificates.ts"
import { recordCertificate } from "./recordCertificate.ts"

/** {@link CertificateLooks} over PostgreSQL. */
export const layerCertificateLooks: Layer.Layer<CertificateLooks, never, SqlClient.SqlClient> = Layer.effect(
  CertificateLooks,
  Effect.map(SqlClient.SqlClient, (sql) =>
    CertificateLooks.of({
      claim: claimCertificates(sql),
      release: releaseCertificates(sql),
      record: recordCertificate(sql)
    })
  )
)
