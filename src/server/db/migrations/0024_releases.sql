CREATE TABLE "release_approvals" (
	"release_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"date" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "release_approvals_release_id_user_id_pk" PRIMARY KEY("release_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "releases" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "releases_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"offered_at" timestamp (3) with time zone,
	"released_at" timestamp (3) with time zone,
	"withdrawn_at" timestamp (3) with time zone,
	"is_staged" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "firmwares" ADD COLUMN "release_id" bigint;--> statement-breakpoint
ALTER TABLE "firmwares" ADD COLUMN "unusual" text[];--> statement-breakpoint
ALTER TABLE "firmwares" ADD COLUMN "is_unusual_confirmed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "release_approvals" ADD CONSTRAINT "release_approvals_release_id_releases_id_fk" FOREIGN KEY ("release_id") REFERENCES "public"."releases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "release_approvals" ADD CONSTRAINT "release_approvals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "release_approvals_user_id_index" ON "release_approvals" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "firmwares" ADD CONSTRAINT "firmwares_release_id_releases_id_fk" FOREIGN KEY ("release_id") REFERENCES "public"."releases"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "firmwares_release_id_index" ON "firmwares" USING btree ("release_id");--> statement-breakpoint
-- By hand, to the end. Firmwares of before that share version, products and state are the languages of one release, which is numbered as the first of them.
WITH described AS (
	SELECT firmware.id, firmware.release_date, firmware.is_active, firmware.is_beta_test, lower(btrim(firmware.language)) AS language,
		EXISTS (SELECT FROM product_updates WHERE firmware_id = firmware.id) AS was_installed,
		jsonb_build_array(
			lower(btrim(firmware.version_name)), firmware.is_active, firmware.is_beta_test, firmware.is_deleted,
			ARRAY(SELECT product_id FROM firmware_products WHERE firmware_id = firmware.id ORDER BY product_id),
			ARRAY(SELECT beta_group_id FROM firmware_beta_groups WHERE firmware_id = firmware.id ORDER BY beta_group_id)
		) AS about
	FROM firmwares AS firmware
), numbered AS (
	SELECT *, row_number() OVER (PARTITION BY about, language ORDER BY id) AS copy FROM described
), grouped AS (
	SELECT min(id) AS id, min(release_date) AS made_at, bool_or(is_active OR was_installed) AS was_offered, bool_and(is_beta_test) AS is_beta, about, copy
	FROM numbered GROUP BY about, copy
), made AS (
	INSERT INTO releases (id, created_at, offered_at, released_at) OVERRIDING SYSTEM VALUE
	SELECT id, made_at, CASE WHEN was_offered THEN made_at END, CASE WHEN was_offered AND NOT is_beta THEN made_at END FROM grouped
)
UPDATE firmwares SET release_id = grouped.id
FROM numbered INNER JOIN grouped USING (about, copy)
WHERE firmwares.id = numbered.id;--> statement-breakpoint
SELECT setval('releases_id_seq', greatest(1, (SELECT max(id) FROM releases)), EXISTS (SELECT FROM releases));--> statement-breakpoint
ALTER TABLE "firmwares" ALTER COLUMN "release_id" SET NOT NULL;--> statement-breakpoint
-- Older servers know no releases: each firmware that they add is one of its own.
CREATE FUNCTION "keep_release"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	release releases;
BEGIN
	IF NEW.release_id IS NULL THEN
		INSERT INTO releases DEFAULT VALUES RETURNING id INTO NEW.release_id;
	END IF;
	SELECT * INTO release FROM releases WHERE id = NEW.release_id;
	IF release.withdrawn_at IS NOT NULL THEN
		NEW.is_active := false;
	END IF;
	IF NEW.is_active AND (release.offered_at IS NULL OR (release.released_at IS NULL AND NOT NEW.is_beta_test AND NOT release.is_staged)) THEN
		UPDATE releases SET offered_at = coalesce(offered_at, now()),
			released_at = CASE WHEN NEW.is_beta_test OR is_staged THEN released_at ELSE coalesce(released_at, now()) END
		WHERE id = NEW.release_id;
	END IF;
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "keep_release" BEFORE INSERT OR UPDATE OF "is_active", "is_beta_test", "release_id" ON "firmwares"
	FOR EACH ROW EXECUTE FUNCTION "keep_release"();
