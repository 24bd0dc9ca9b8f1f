CREATE TABLE "release_roots" (
	"version" integer PRIMARY KEY NOT NULL,
	"documents" text[] NOT NULL,
	"added_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "release_statements" (
	"release_id" bigint PRIMARY KEY NOT NULL,
	"documents" text[] NOT NULL,
	"digest" text NOT NULL,
	"signed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "signed_catalogues" (
	"type_id" integer PRIMARY KEY NOT NULL,
	"number" bigint NOT NULL,
	"releases" jsonb NOT NULL,
	"documents" text[] NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "release_statements" ADD CONSTRAINT "release_statements_release_id_releases_id_fk" FOREIGN KEY ("release_id") REFERENCES "public"."releases"("id") ON DELETE cascade ON UPDATE no action;