import type { CertificateProblem } from "../network/judgeCertificate.ts"
import type { BimiCertificateProblem, BimiLogoProblem, FileProblem } from "./bimi.ts"

export const TLS_PROBLEMS: Readonly<Record<CertificateProblem, string>> = {
  expired: "it has expired",
  not_yet_valid: "it is not valid yet",
  wrong_host: "it is not for this host name",
  self_signed: "it is self-signed",
  untrusted: "it does not chain to a trusted root",
  weak_key: "its RSA key is shorter than 2048 bits",
  old_protocol: "the host uses TLS 1.0 or 1.1"
}

const FILE_PROBLEMS: Readonly<Record<FileProblem, string>> = {
  unreachable: "the file cannot be fetched over HTTPS",
  certificate_of_host: "the file's web server does not have a valid certificate",
  http_status: "the web server does not respond with status 200",
  redirect: "the web server redirects",
  too_large: "the file is too large"
}

export const LOGO_PROBLEMS: Readonly<Record<BimiLogoProblem, string>> = {
  ...FILE_PROBLEMS,
  not_svg: "the file is not SVG",
  no_base_profile: 'baseProfile must be "tiny-ps"',
  wrong_version: 'version must be "1.2"',
  no_title: "a title element is required",
  long_title: "the title has more than 64 characters",
  not_square: "the viewBox is not a square",
  script: "scripts are not allowed",
  external_reference: "references to other files are not allowed",
  image: "embedded images are not allowed",
  animation: "animations are not allowed",
  position: "the svg element must not have x or y attributes",
  doctype: "a DOCTYPE is not allowed",
  large: "the file is larger than 32 kilobytes"
}

export const CERTIFICATE_PROBLEMS: Readonly<Record<BimiCertificateProblem, string>> = {
  ...FILE_PROBLEMS,
  no_certificate: "the file contains no certificate",
  expired: "the certificate has expired",
  wrong_domain: "the certificate is not for this domain",
  no_mark_certificate: "the certificate is not a mark certificate (VMC or CMC)"
}
