import type { Words } from "./Words.ts"

/** The words about services that differ from those about sites. */
export const englishServices: Words["ofServices"] = {
  causes: {
    address_changed: {
      title: "The host has a new address that does not offer the service",
      nextStep:
        "Check whether the change from {before|the earlier address} to {now|the new address} was intended. If it was, start the service for {host|the host} on the new server. Otherwise set the record back."
    },
    cname_changed: {
      title: "The host is an alias for another name that does not offer the service",
      nextStep:
        "Check whether the alias for {host|the host} was meant to change to {now|the new target}. If it was, start the service on the new target. Otherwise set the record back to {before|its earlier value}."
    },
    connection_refused: {
      title: "Nothing is listening on the port, or a firewall rejects the connection",
      nextStep:
        "Check that the service on {host|the host} is running, and read its log to see why it stopped. Check that it is listening on port {port|of the monitor} and not only on 127.0.0.1, and that no firewall rejects the connections."
    },
    connection_filtered: {
      title: "A firewall is dropping our packets",
      nextStep:
        "Check the firewall and the security group in front of {host|the host}. They must allow port {port|of the monitor} from the addresses of your monitoring locations. If they do, check whether the service hangs."
    },
    server_silent: {
      title: "The host does not respond at all",
      nextStep:
        "Open the console of {host|the host}. Check that the host is running and connected to its network, and that no firewall drops all packets. Restart the host if it hangs."
    },
    connection_reset: {
      title: "The server accepts connections, then resets them",
      nextStep:
        "Read the logs of the service on {host|the host} and of the proxy in front of it. A reset usually comes from a crash, a connection limit, or a firewall that inspects traffic."
    },
    ipv6_broken: {
      title: "The service works over IPv4, but not over IPv6",
      nextStep:
        "Make the service on {host|the host} listen on {failing|its IPv6 address}, and allow the port in the IPv6 firewall. If the server has no IPv6, remove the AAAA record."
    },
    one_location: {
      title: "Only one location cannot reach the service",
      nextStep:
        "The service works from {working|the other locations}. Check whether a firewall rule stops {failing|this location}. If not, run `mtr {host|example.com}` at this location, and send the result to the location's network provider."
    },
    own_network: {
      title: "The monitoring worker's own network may be down",
      nextStep:
        "Check the monitoring worker's network and resolver. Nothing is known about the service until the worker can reach other hosts again."
    },
    certificate_for_other_name: {
      title: "The certificate does not cover the host",
      nextStep:
        "Issue a certificate that covers {host|the host}, and install it for this service. The one the server presents is for {names|other names}. Reload the service after each renewal."
    },
    chain_incomplete: {
      title: "The server does not send the intermediate certificate",
      nextStep:
        "Configure the full chain for the service on {host|the host}: the certificate followed by the intermediate certificate, such as `fullchain.pem`. Test it with `openssl s_client`."
    },
    certificate_untrusted: {
      title: "The certificate is not trusted",
      nextStep:
        "Install a certificate from a certificate authority that the clients of {host|the host} trust. The one the server presents was issued by {issuer|an unknown issuer}."
    },
    tls_too_old: {
      title: "The server only offers old versions of TLS",
      nextStep:
        "Turn on TLS 1.2 and 1.3 in the settings of the service on {host|the host}, or update it. RFC 8996 forbids TLS 1.0 and 1.1."
    },
    tls_handshake_failed: {
      title: "The TLS handshake fails",
      nextStep:
        "Read the alert that `openssl s_client` prints for {host|the host}. Check which ciphers the service supports, whether it requires a client certificate, and whether the port expects TLS from the start."
    },
    monitor_edited: {
      title: "The monitor has been failing since it was edited",
      nextStep:
        "Check the change to {fields|the monitor} made at {at|that time}. Set the value back, or correct it. The service itself probably did not change."
    }
  },
  evidence: {
    others_reach_it: "Other locations can reach the service: {working}.",
    some_locations_fail:
      "Locations in several networks fail ({failing}), but others can reach the service ({working}).",
    one_location_fails: "Only one location fails ({failing}). These can reach the service: {working}.",
    one_of_two_locations_fails:
      "One of two locations fails ({failing}). The other one can reach the service: {working}.",
    many_reach_it: "At least three locations can reach the service: {working}."
  },
  terms: {
    protocol_error: "the response does not follow the protocol",
    too_large: "the response is too large"
  }
}
