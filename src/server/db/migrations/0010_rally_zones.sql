CREATE TABLE "rally_zone_shapes" (
	"rally_zone_id" bigint NOT NULL,
	"part" integer NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "rally_zone_shapes_rally_zone_id_part_pk" PRIMARY KEY("rally_zone_id","part")
);
--> statement-breakpoint
ALTER TABLE "rally_zones" ADD COLUMN "is_deleted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "rally_zones" ADD COLUMN "area_square_meters" double precision DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "rally_zones" ADD COLUMN "perimeter_meters" double precision DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "rally_zones" ADD COLUMN "shapes_sha256" text;--> statement-breakpoint
ALTER TABLE "rally_zone_shapes" ADD CONSTRAINT "rally_zone_shapes_rally_zone_id_rally_zones_id_fk" FOREIGN KEY ("rally_zone_id") REFERENCES "public"."rally_zones"("id") ON DELETE cascade ON UPDATE no action;