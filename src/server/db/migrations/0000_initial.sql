CREATE TABLE "beta_group_users" (
	"beta_group_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	CONSTRAINT "beta_group_users_user_id_beta_group_id_pk" PRIMARY KEY("user_id","beta_group_id")
);
--> statement-breakpoint
CREATE TABLE "beta_groups" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "beta_groups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"filename" text NOT NULL,
	"sha256" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"kind" text NOT NULL,
	"media_type" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "firmware_beta_groups" (
	"firmware_id" bigint NOT NULL,
	"beta_group_id" bigint NOT NULL,
	CONSTRAINT "firmware_beta_groups_firmware_id_beta_group_id_pk" PRIMARY KEY("firmware_id","beta_group_id")
);
--> statement-breakpoint
CREATE TABLE "firmware_products" (
	"firmware_id" bigint NOT NULL,
	"product_id" bigint NOT NULL,
	CONSTRAINT "firmware_products_product_id_firmware_id_pk" PRIMARY KEY("product_id","firmware_id")
);
--> statement-breakpoint
CREATE TABLE "firmwares" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "firmwares_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"version_name" text NOT NULL,
	"language" text NOT NULL,
	"release_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"is_beta_test" boolean DEFAULT false NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"change_log" text,
	"file_id" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "products_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"type_name" text NOT NULL,
	"type_id" integer NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "accessories" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "accessories_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"user_product_id" bigint,
	"name" text NOT NULL,
	"serial_number" text NOT NULL,
	"accessory_type_id" smallint NOT NULL,
	"coil_serial" text,
	"purchase_date" timestamp (3) with time zone,
	"purchase_proof_file_id" bigint,
	"start_warranty_extension" timestamp (3) with time zone,
	"end_warranty_extension" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_updates" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "product_updates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_product_id" bigint NOT NULL,
	"firmware_id" bigint NOT NULL,
	"date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"success" boolean,
	"error_type" text,
	"reported_at" timestamp (3) with time zone,
	CONSTRAINT "product_updates_error_type_check" CHECK (("product_updates"."success" is false) = ("product_updates"."error_type" is not null))
);
--> statement-breakpoint
CREATE TABLE "user_products" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "user_products_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"product_id" bigint NOT NULL,
	"serial_number" text NOT NULL,
	"material_version" smallint NOT NULL,
	"protocol_version" smallint NOT NULL,
	"product_type_id" integer NOT NULL,
	"electronic_board_serial" text,
	"purchase_date" timestamp (3) with time zone,
	"purchase_proof_file_id" bigint,
	"start_warranty" timestamp (3) with time zone,
	"end_warranty" timestamp (3) with time zone,
	"start_warranty_extension" timestamp (3) with time zone,
	"end_warranty_extension" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "warranty_codes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "warranty_codes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	"is_gifted" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp (3) with time zone,
	"user_id" bigint,
	"accessory_id" bigint,
	"start_date" timestamp (3) with time zone,
	"end_date" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"user_id" bigint NOT NULL,
	"key" text NOT NULL,
	"call" text NOT NULL,
	"request_hash" text NOT NULL,
	"status" smallint,
	"response" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sessions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"family_id" uuid NOT NULL,
	"user_id" bigint NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"rotated_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"user_agent" text
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"username" text NOT NULL,
	"password_hash" text NOT NULL,
	"role" text DEFAULT 'ROLE_CUSTOMER' NOT NULL,
	"firstname" text NOT NULL,
	"lastname" text NOT NULL,
	"phone_prefix" text NOT NULL,
	"phone_number" text NOT NULL,
	"country" text NOT NULL,
	"distributor" text,
	"locale" text DEFAULT 'en' NOT NULL,
	"is_newsletter" boolean DEFAULT false NOT NULL,
	"is_beta_tester" boolean DEFAULT false NOT NULL,
	"account_validated" boolean DEFAULT false NOT NULL,
	"account_locked" boolean DEFAULT false NOT NULL,
	"needs_sms_code" boolean DEFAULT false NOT NULL,
	"since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"origin" text DEFAULT 'PORTAL' NOT NULL,
	"free_trial_end_date" timestamp (3) with time zone,
	"subscription_name" text,
	"subscription_start" timestamp (3) with time zone,
	"subscription_end" timestamp (3) with time zone,
	"first_launch" timestamp (3) with time zone,
	"last_launch" timestamp (3) with time zone,
	"last_sync" timestamp (3) with time zone,
	"disk_usage" bigint,
	"is_deleted" boolean DEFAULT false NOT NULL,
	CONSTRAINT "users_role_check" CHECK ("role" in ('ROLE_ADMIN', 'ROLE_MARKETTING', 'ROLE_BE', 'ROLE_CUSTOMER'))
);
--> statement-breakpoint
CREATE TABLE "news" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "news_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"title" text NOT NULL,
	"content" text NOT NULL,
	"thumbnail_file_id" bigint,
	"is_published" boolean DEFAULT false NOT NULL,
	"last_modif_date" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rally_zone_files" (
	"rally_zone_id" bigint NOT NULL,
	"file_id" bigint NOT NULL,
	CONSTRAINT "rally_zone_files_rally_zone_id_file_id_pk" PRIMARY KEY("rally_zone_id","file_id")
);
--> statement-breakpoint
CREATE TABLE "rally_zones" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "rally_zones_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"title" text NOT NULL,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"creation_date" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "beta_group_users" ADD CONSTRAINT "beta_group_users_beta_group_id_beta_groups_id_fk" FOREIGN KEY ("beta_group_id") REFERENCES "public"."beta_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "beta_group_users" ADD CONSTRAINT "beta_group_users_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "firmware_beta_groups" ADD CONSTRAINT "firmware_beta_groups_firmware_id_firmwares_id_fk" FOREIGN KEY ("firmware_id") REFERENCES "public"."firmwares"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "firmware_beta_groups" ADD CONSTRAINT "firmware_beta_groups_beta_group_id_beta_groups_id_fk" FOREIGN KEY ("beta_group_id") REFERENCES "public"."beta_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "firmware_products" ADD CONSTRAINT "firmware_products_firmware_id_firmwares_id_fk" FOREIGN KEY ("firmware_id") REFERENCES "public"."firmwares"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "firmware_products" ADD CONSTRAINT "firmware_products_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "firmwares" ADD CONSTRAINT "firmwares_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accessories" ADD CONSTRAINT "accessories_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accessories" ADD CONSTRAINT "accessories_user_product_id_user_products_id_fk" FOREIGN KEY ("user_product_id") REFERENCES "public"."user_products"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accessories" ADD CONSTRAINT "accessories_purchase_proof_file_id_files_id_fk" FOREIGN KEY ("purchase_proof_file_id") REFERENCES "public"."files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_updates" ADD CONSTRAINT "product_updates_user_product_id_user_products_id_fk" FOREIGN KEY ("user_product_id") REFERENCES "public"."user_products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_updates" ADD CONSTRAINT "product_updates_firmware_id_firmwares_id_fk" FOREIGN KEY ("firmware_id") REFERENCES "public"."firmwares"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_products" ADD CONSTRAINT "user_products_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_products" ADD CONSTRAINT "user_products_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_products" ADD CONSTRAINT "user_products_purchase_proof_file_id_files_id_fk" FOREIGN KEY ("purchase_proof_file_id") REFERENCES "public"."files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "warranty_codes" ADD CONSTRAINT "warranty_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "warranty_codes" ADD CONSTRAINT "warranty_codes_accessory_id_accessories_id_fk" FOREIGN KEY ("accessory_id") REFERENCES "public"."accessories"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news" ADD CONSTRAINT "news_thumbnail_file_id_files_id_fk" FOREIGN KEY ("thumbnail_file_id") REFERENCES "public"."files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rally_zone_files" ADD CONSTRAINT "rally_zone_files_rally_zone_id_rally_zones_id_fk" FOREIGN KEY ("rally_zone_id") REFERENCES "public"."rally_zones"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rally_zone_files" ADD CONSTRAINT "rally_zone_files_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "beta_group_users_beta_group_id_index" ON "beta_group_users" USING btree ("beta_group_id");--> statement-breakpoint
CREATE UNIQUE INDEX "beta_groups_name_key" ON "beta_groups" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "files_sha256_index" ON "files" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "firmware_beta_groups_beta_group_id_index" ON "firmware_beta_groups" USING btree ("beta_group_id");--> statement-breakpoint
CREATE INDEX "firmware_products_firmware_id_index" ON "firmware_products" USING btree ("firmware_id");--> statement-breakpoint
CREATE UNIQUE INDEX "products_name_key" ON "products" USING btree (lower("name")) WHERE not "products"."is_deleted";--> statement-breakpoint
CREATE INDEX "products_type_id_index" ON "products" USING btree ("type_id");--> statement-breakpoint
CREATE UNIQUE INDEX "accessories_user_id_serial_number_key" ON "accessories" USING btree ("user_id","serial_number");--> statement-breakpoint
CREATE INDEX "accessories_user_product_id_index" ON "accessories" USING btree ("user_product_id");--> statement-breakpoint
CREATE INDEX "product_updates_user_product_id_date_index" ON "product_updates" USING btree ("user_product_id","date");--> statement-breakpoint
CREATE INDEX "product_updates_firmware_id_index" ON "product_updates" USING btree ("firmware_id");--> statement-breakpoint
CREATE INDEX "product_updates_date_index" ON "product_updates" USING btree ("date");--> statement-breakpoint
CREATE UNIQUE INDEX "user_products_user_id_serial_number_key" ON "user_products" USING btree ("user_id","serial_number");--> statement-breakpoint
CREATE INDEX "user_products_product_id_index" ON "user_products" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "user_products_serial_number_index" ON "user_products" USING btree ("serial_number");--> statement-breakpoint
CREATE UNIQUE INDEX "warranty_codes_code_key" ON "warranty_codes" USING btree ("code");--> statement-breakpoint
CREATE INDEX "warranty_codes_user_id_index" ON "warranty_codes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "warranty_codes_accessory_id_index" ON "warranty_codes" USING btree ("accessory_id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at_index" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_token_hash_key" ON "sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "sessions_family_id_index" ON "sessions" USING btree ("family_id");--> statement-breakpoint
CREATE INDEX "sessions_user_id_index" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expires_at_index" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_username_key" ON "users" USING btree ("username") WHERE not "users"."is_deleted";--> statement-breakpoint
CREATE INDEX "rally_zone_files_file_id_index" ON "rally_zone_files" USING btree ("file_id");