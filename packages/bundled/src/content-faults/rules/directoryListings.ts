import type { ContentRules } from "../ContentRule.ts"

export const directoryListings: ContentRules = {
  code: "directory_listing",
  rules: [
    {
      title: /^Index of \/\S{0,200}$/u,
      reference: "nginx autoindex; httpd mod_autoindex; lighttpd mod_dirlisting; ecstatic"
    },
    {
      title:
        /^(?:(?:Index of|Directory listing (?:for|of)|Directory:|listing directory|Folder:) ?\/|Directory Listing For \[|Files within )/iu,
      source: /<a\s[^<>]{0,200}href=|<ul>\s*<\/ul>|<table/iu,
      reference:
        "nginx autoindex; httpd mod_autoindex; lighttpd mod_dirlisting; Python http.server; jetty; tomcat; serve-index; serve"
    },
    {
      heading: /^(?:Index of \/|Directory listing for \/|Directory: \/|Directory Listing For \[)/iu,
      source: /<a\s[^<>]{0,200}href=|<ul>/iu,
      reference: "Apache, Jetty, Tomcat, and servers of tools"
    },
    {
      family: "iis",
      title: /^[\w.-]+(?::\d+)? - \/[^\n]*$/u,
      visible: /\[To Parent Directory\]|<dir>/u,
      reference: "IIS directory browsing"
    },
    {
      family: "caddy",
      title: /^\/|^[\w.-]+\/?$/u,
      source: /class=["']?(?:breadcrumbs|listing)["'\s>]/u,
      visible: /\b\d{1,9} director(?:y|ies)[\s\S]{1,20}\b\d{1,9} files?/u,
      reference: "caddy modules/caddyhttp/fileserver/browse.html"
    },
    {
      family: "go",
      source: /^(?:<!doctype html>\s*<meta[^<>]{0,200}>\s*)?<pre>\s*<a href="[^"]{1,300}">[^<]{0,300}<\/a>/iu,
      most: 3_000,
      reference: "go net/http fs.go, dirList"
    }
  ]
}
