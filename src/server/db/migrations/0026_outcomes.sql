CREATE TABLE "release_outcomes" (
	"release_id" bigint NOT NULL,
	"product_type_id" integer NOT NULL,
	"serial_number" text NOT NULL,
	"user_id" bigint,
	"product_update_id" bigint,
	"hardware_version" smallint NOT NULL,
	"app_build" integer,
	"browser" text,
	"is_beta" boolean NOT NULL,
	"round" integer NOT NULL,
	"is_counted" boolean NOT NULL,
	"began_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"failure" text,
	"is_failure_counted" boolean DEFAULT false NOT NULL,
	"repaired_at" timestamp (3) with time zone,
	"empty_at" timestamp (3) with time zone,
	"lost_at" timestamp (3) with time zone,
	CONSTRAINT "release_outcomes_release_id_product_type_id_serial_number_pk" PRIMARY KEY("release_id","product_type_id","serial_number")
);
--> statement-breakpoint
CREATE TABLE "release_tests" (
	"release_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"place" smallint NOT NULL,
	"expected" double precision NOT NULL,
	"before" jsonb,
	"outcomes" integer DEFAULT 0 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "release_tests_release_id_kind_name_pk" PRIMARY KEY("release_id","kind","name")
);
--> statement-breakpoint
ALTER TABLE "product_updates" ADD COLUMN "app_build" integer;--> statement-breakpoint
ALTER TABLE "product_updates" ADD COLUMN "browser" text;--> statement-breakpoint
ALTER TABLE "releases" ADD COLUMN "share" double precision DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "releases" ADD COLUMN "share_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "releases" ADD COLUMN "share_reason" text;--> statement-breakpoint
ALTER TABLE "releases" ADD COLUMN "plan_shares" double precision[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "releases" ADD COLUMN "plan_paused" jsonb;--> statement-breakpoint
ALTER TABLE "releases" ADD COLUMN "halted_for" jsonb;--> statement-breakpoint
ALTER TABLE "releases" ADD COLUMN "round" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "release_outcomes" ADD CONSTRAINT "release_outcomes_release_id_releases_id_fk" FOREIGN KEY ("release_id") REFERENCES "public"."releases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "release_outcomes" ADD CONSTRAINT "release_outcomes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "release_outcomes" ADD CONSTRAINT "release_outcomes_product_update_id_product_updates_id_fk" FOREIGN KEY ("product_update_id") REFERENCES "public"."product_updates"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "release_tests" ADD CONSTRAINT "release_tests_release_id_releases_id_fk" FOREIGN KEY ("release_id") REFERENCES "public"."releases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "release_outcomes_user_id_index" ON "release_outcomes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "release_outcomes_product_update_id_index" ON "release_outcomes" USING btree ("product_update_id");--> statement-breakpoint
CREATE INDEX "release_outcomes_open_index" ON "release_outcomes" USING btree ("began_at") WHERE "release_outcomes"."ended_at" is null;