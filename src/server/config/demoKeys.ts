/** The demo's keys, which everybody has: they sign what a demo offers, and nothing else believes them (contract/signatures/demoRoot.ts). */

export const demoReleaseKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg1tON6r+y7cl8UvPO
qSCQWm9kCHWcxJHEZMijGgqC7gOhRANCAARvqmseRXUNdQnODtgO9hoaK76HL24Z
DxfjY19CwBCGle/lZvlXHhQCTSj/aw28YwAWqBnw8kRORPYSr6GeArEM
-----END PRIVATE KEY-----`

export const demoCatalogueKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgxWRT377qcnjBUbOk
zn/HcuQEE0v7UePfCW7cp98THM2hRANCAATI7IUcSJEQWsOXBTVNWZU+Zzw9LGqg
C6e/oMWsvSUxngihu/7ngA8b94rOiu8x0jFsNrGAFeQdI9uVtflWr4YE
-----END PRIVATE KEY-----`
