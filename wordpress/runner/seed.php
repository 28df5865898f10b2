<?php
/**
 * Imports a snapshot into a WordPress with the companion plugin, including ids and dates, so that `npm run content:pull`
 * reproduces the snapshot byte for byte. Idempotent.
 *
 *     wp eval-file seed.php SNAPSHOT_DIRECTORY --use-include --user=admin
 *
 * Run it as an administrator: WordPress strips HTML that users without the capability `unfiltered_html` save.
 */

declare( strict_types = 1 );

namespace SiteCompanion\Seed;

use RuntimeException;
use WP_Post;
use WP_Term;
use function SiteCompanion\create_single_item;
use function SiteCompanion\render_text;
use function SiteCompanion\store_fields;
use function SiteCompanion\store_single_item;
use const SiteCompanion\FAQPAGE;
use const SiteCompanion\HOMEPAGE;
use const SiteCompanion\REDIRECTS;
use const SiteCompanion\SEO_META;
use const SiteCompanion\SITE;

const TAXONOMIES = array(
	'faq-topics' => 'faq_topic',
	'categories' => 'category',
);

const TYPES = array(
	'pages'  => 'page',
	'posts'  => 'post',
	'faq'    => 'faq',
	'events' => 'event',
);

function seed( string $snapshot ): void {
	if ( ! function_exists( 'SiteCompanion\store_fields' ) ) {
		throw new RuntimeException( 'The plugin Site Companion is not active.' );
	}
	// Revisions would use ids that items of the snapshot need.
	add_filter( 'wp_revisions_to_keep', '__return_zero' );

	remove_sample_content();
	foreach ( TAXONOMIES as $file => $taxonomy ) {
		foreach ( read_snapshot( $snapshot, "wp/v2/$file" ) ?? array() as $term ) {
			seed_term( $term, $taxonomy );
		}
	}
	replace_default_category( $snapshot );

	wp_defer_term_counting( true );
	foreach ( TYPES as $file => $type ) {
		foreach ( read_snapshot( $snapshot, "wp/v2/$file" ) ?? array() as $item ) {
			seed_item( $item, $type );
		}
	}
	wp_defer_term_counting( false );

	seed_homepage( read_snapshot( $snapshot, 'api/homepage' ) );
	seed_faqpage( read_snapshot( $snapshot, 'api/faqpage' ) );
	seed_redirects( read_snapshot( $snapshot, 'api/redirects' ) );
	seed_site( read_snapshot( $snapshot, 'api/site' ) );
	wp_cache_flush();
}

/** The content of a snapshot file; null if it does not exist. */
function read_snapshot( string $snapshot, string $path ): ?array {
	$file = "$snapshot/wp-json/$path.json";
	if ( ! is_file( $file ) ) {
		return null;
	}
	$content = json_decode( (string) file_get_contents( $file ), true );
	if ( ! is_array( $content ) ) {
		throw new RuntimeException( "wp-json/$path.json is not valid JSON." );
	}

	return $content;
}

/** Removes the sample content of a new WordPress, unless it was edited. */
function remove_sample_content(): void {
	foreach ( array( 1 => 'hello-world', 2 => 'sample-page', 3 => 'privacy-policy' ) as $id => $slug ) {
		$post = get_post( $id );
		if ( $post && $slug === $post->post_name && $post->post_date === $post->post_modified ) {
			wp_delete_post( $id, true );
		}
	}
}

/** WordPress has no API to choose the id of a term, so this writes the database rows directly. */
function seed_term( array $term, string $taxonomy ): void {
	global $wpdb;

	$id  = (int) $term['id'];
	$old = get_term( $id );
	if ( $old instanceof WP_Term && $old->taxonomy !== $taxonomy ) {
		throw new RuntimeException( "Term $id already exists with taxonomy {$old->taxonomy} instead of $taxonomy; run `npm run wordpress -- --fresh`." );
	}
	$wpdb->replace(
		$wpdb->terms,
		array(
			'term_id' => $id,
			'name'    => $term['name'],
			'slug'    => $term['slug'],
		)
	);
	if ( ! $old instanceof WP_Term ) {
		$wpdb->insert(
			$wpdb->term_taxonomy,
			array(
				'term_taxonomy_id' => $id,
				'term_id'          => $id,
				'taxonomy'         => $taxonomy,
				'description'      => $term['description'],
			)
		);
	} else {
		$wpdb->update( $wpdb->term_taxonomy, array( 'description' => $term['description'] ), array( 'term_taxonomy_id' => $old->term_taxonomy_id ) );
	}
	clean_term_cache( $id, $taxonomy );
}

/** Removes "Uncategorized" if the snapshot has categories of its own. */
function replace_default_category( string $snapshot ): void {
	$ids = array_column( read_snapshot( $snapshot, 'wp/v2/categories' ) ?? array(), 'id' );
	if ( array() === $ids || in_array( 1, $ids, true ) ) {
		return;
	}
	update_option( 'default_category', min( $ids ) );
	$first = get_term( 1, 'category' );
	if ( $first instanceof WP_Term && 'uncategorized' === $first->slug && 0 === $first->count ) {
		wp_delete_term( 1, 'category' );
	}
}

function seed_item( array $item, string $type ): void {
	$id = (int) $item['id'];
	free_id( $id, $type );

	$protected = (bool) ( $item['content']['protected'] ?? false );
	$html      = $item['content']['rendered'] ?? '';
	$content   = raw_content( $html );
	$post      = array(
		get_post( $id ) ? 'ID' : 'import_id' => $id,
		'post_type'                          => $type,
		'post_status'                        => 'publish',
		'post_author'                        => get_current_user_id(),
		'post_name'                          => $item['slug'],
		'post_title'                         => raw_title( $item['title']['rendered'] ),
		'post_content'                       => $content,
		'post_excerpt'                       => raw_excerpt( $item['excerpt']['rendered'] ?? '', $content ),
		'post_password'                      => $protected ? wp_generate_password( 16, false ) : '',
		'post_date'                          => str_replace( 'T', ' ', $item['date'] ),
		'post_date_gmt'                      => str_replace( 'T', ' ', $item['date_gmt'] ),
	);
	$exact     = array(
		// WordPress would schedule items with a future date, and set the modification date to now; the plugin would put questions last.
		'menu_order'        => (int) ( $item['menu_order'] ?? 0 ),
		'post_status'       => 'publish',
		'post_date'         => $post['post_date'],
		'post_date_gmt'     => $post['post_date_gmt'],
		'post_modified'     => str_replace( 'T', ' ', $item['modified'] ),
		'post_modified_gmt' => str_replace( 'T', ' ', $item['modified_gmt'] ),
	);
	$override  = static fn( array $data ): array => array_merge( $data, $exact );
	add_filter( 'wp_insert_post_data', $override, 999 );
	$result = wp_insert_post( wp_slash( $post ), true );
	remove_filter( 'wp_insert_post_data', $override, 999 );

	if ( is_wp_error( $result ) ) {
		throw new RuntimeException( "$type $id: " . $result->get_error_message() );
	}
	if ( $id !== $result ) {
		throw new RuntimeException( "$type $id got the id $result." );
	}
	foreach ( TAXONOMIES as $field => $taxonomy ) {
		if ( is_object_in_taxonomy( $type, $taxonomy ) ) {
			wp_set_object_terms( $id, array_map( 'intval', $item[ $field ] ?? array() ), $taxonomy );
		}
	}
	store_fields( $id, is_array( $item['acf'] ?? null ) ? $item['acf'] : array() );
	if ( isset( $item['seo'] ) ) {
		update_post_meta( $id, SEO_META, wp_slash( $item['seo'] ) );
	} else {
		delete_post_meta( $id, SEO_META );
	}
	if ( 'page' === $type && 'privacy-policy' === $item['slug'] ) {
		update_option( 'wp_page_for_privacy_policy', $id );
	}
}

/** Deletes a revision or auto-draft that has this id; fails if another type of content has it. */
function free_id( int $id, string $type ): void {
	$old = get_post( $id );
	if ( ! $old || $type === $old->post_type && 'auto-draft' !== $old->post_status ) {
		return;
	}
	if ( 'revision' !== $old->post_type && 'auto-draft' !== $old->post_status ) {
		throw new RuntimeException( "Post $id already exists with type {$old->post_type} instead of $type; run `npm run wordpress -- --fresh`." );
	}
	wp_delete_post( $id, true );
}

function seed_homepage( ?array $response ): void {
	if ( null === $response ) {
		return;
	}
	$fields = $response['acf'] ?? false;
	if ( ! is_array( $fields ) ) {
		store_single_item( HOMEPAGE, array() );
		return;
	}
	$with_raw_quote = static fn( array $row ): array => array_merge( $row, array( 'quote' => raw_html( $row['quote'] ?? '' ) ) );
	store_single_item(
		HOMEPAGE,
		array(
			'testimonials' => array_map( $with_raw_quote, $fields['testimonials'] ?: array() ),
			'faq'          => $fields['faq'] ?: array(),
		) + $fields
	);
}

function seed_faqpage( ?array $response ): void {
	if ( null === $response ) {
		return;
	}
	$texts = $response['acf']['faq'] ?? null;
	if ( ! is_array( $texts ) ) {
		store_single_item( FAQPAGE, array() );
		return;
	}
	$texts['under_headline_content_html'] = raw_html( $texts['under_headline_content_html'] ?? '' );
	store_single_item( FAQPAGE, $texts );
}

/** A snapshot also lists the old slugs of items as redirects, so these become entries of the screen "Redirects", too. */
function seed_redirects( ?array $response ): void {
	$line  = static fn( array $redirect ): string => str_replace( ' ', '%20', $redirect['from'] ) . ' ' . str_replace( ' ', '%20', $redirect['to'] ) . ( 302 === $redirect['status'] ? ' 302' : '' );
	$lines = array_map( $line, $response['redirects'] ?? array() );
	store_single_item( REDIRECTS, array_filter( array( 'list' => implode( "\n", $lines ) ) ) );
}

function seed_site( ?array $site ): void {
	if ( null === $site ) {
		return;
	}
	$local  = static fn( string $instant ): string => '' === $instant ? '' : get_date_from_gmt( $instant, 'Y-m-d\TH:i' );
	$notice = static fn( array $notice ): array => array_merge(
		$notice,
		array(
			'from'  => $local( $notice['from'] ),
			'until' => $local( $notice['until'] ),
		)
	);
	store_single_item( SITE, array( 'notices' => array_map( $notice, $site['notices'] ) ) + array_diff_key( $site, array_flip( array( 'menus', 'seo' ) ) ) );
	foreach ( array( 'homepage' => HOMEPAGE, 'faqpage' => FAQPAGE ) as $page => $type ) {
		update_post_meta( create_single_item( $type )->ID, SEO_META, wp_slash( $site['seo'][ $page ] ) );
	}
	$locations = get_nav_menu_locations();
	foreach ( $site['menus'] as $name => $menu ) {
		wp_delete_nav_menu( $locations[ "site_$name" ] ?? 0 );
		$locations[ "site_$name" ] = null === $menu ? 0 : seed_menu( $menu );
	}
	set_theme_mod( 'nav_menu_locations', $locations );
}

/** Entries become custom links: a snapshot does not say which item a path belongs to. */
function seed_menu( array $menu ): int {
	$existing = wp_get_nav_menu_object( $menu['name'] );
	if ( $existing ) {
		wp_delete_nav_menu( $existing );
	}
	$id = wp_create_nav_menu( wp_slash( $menu['name'] ) );
	if ( is_wp_error( $id ) ) {
		throw new RuntimeException( "menu {$menu['name']}: " . $id->get_error_message() );
	}
	seed_menu_entries( $id, $menu['items'], 0 );

	return $id;
}

function seed_menu_entries( int $menu_id, array $entries, int $parent_id ): void {
	foreach ( $entries as $entry ) {
		$item = wp_update_nav_menu_item(
			$menu_id,
			0,
			array(
				'menu-item-title'     => wp_slash( $entry['label'] ),
				'menu-item-url'       => '' === $entry['url'] ? '#' : $entry['url'],
				'menu-item-type'      => 'custom',
				'menu-item-status'    => 'publish',
				'menu-item-parent-id' => $parent_id,
			)
		);
		if ( is_wp_error( $item ) ) {
			throw new RuntimeException( "menu entry {$entry['label']}: " . $item->get_error_message() );
		}
		seed_menu_entries( $menu_id, $entry['children'], $item );
	}
}

/*
 * The snapshot contains HTML rendered by WordPress. These functions find a source text that renders to the same HTML,
 * preferably one that an editor would type. If there is none, the HTML itself is the source.
 */

function raw_title( string $title ): string {
	return first_that_renders( $title, static fn( string $raw ): string => apply_filters( 'the_title', $raw, 0 ), array( keyboard_text( $title ), $title ) );
}

/** Falls back to an HTML block, to which WordPress adds no paragraphs, but which is harder to edit. */
function raw_content( string $html ): string {
	return first_that_renders(
		$html,
		static fn( string $raw ): string => apply_filters( 'the_content', $raw ),
		array( keyboard_text( $html ), $html, "<!-- wp:html -->$html<!-- /wp:html -->" )
	);
}

/** Empty if WordPress generates the same excerpt from the content. */
function raw_excerpt( string $excerpt, string $content ): string {
	if ( '' === $excerpt ) {
		return '';
	}
	$post = new WP_Post(
		(object) array(
			'post_content' => $content,
			'filter'       => 'raw',
		)
	);

	return first_that_renders(
		$excerpt,
		static fn( string $raw ): string => apply_filters( 'the_excerpt', wp_trim_excerpt( $raw, $post ) ),
		array( '', keyboard_html( $excerpt ), $excerpt )
	);
}

function raw_html( string $html ): string {
	return first_that_renders( $html, render_text( ... ), array( keyboard_html( $html ), $html ) );
}

/** The first candidate that renders to the wanted HTML, or that HTML itself. */
function first_that_renders( string $wanted, callable $render, array $candidates ): string {
	foreach ( $candidates as $candidate ) {
		if ( $wanted === $render( $candidate ) ) {
			return $candidate;
		}
	}

	return $wanted;
}

/** Converts paragraphs to blank lines, `<br>` to line breaks and typographic characters to keyboard ones. */
function keyboard_html( string $html ): string {
	$text = preg_replace( array( '#^<p>|</p>\s*$#', '#</p>\s*<p>#', '#<br />\n#' ), array( '', "\n\n", "\n" ), $html );

	return keyboard_text( (string) $text );
}

/** Replaces typographic characters with keyboard ones. */
function keyboard_text( string $html ): string {
	return strtr(
		$html,
		array(
			'&#8216;' => "'",
			'&#8217;' => "'",
			'&#8220;' => '"',
			'&#8221;' => '"',
			'&#8230;' => '...',
			'&#8211;' => '-',
			'&#8212;' => '--',
			'&#215;'  => 'x',
			'&#038;'  => '&',
		)
	);
}

seed( (string) ( $args[0] ?? '' ) );
