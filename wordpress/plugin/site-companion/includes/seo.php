<?php
/**
 * The title, description, image and `noindex` for search engines and shared links. Editors set them for posts, pages, events, the home
 * page and the FAQ page, in the panel "Search and sharing" of the block editor. The REST API returns them as `seo`, with a canonical URL;
 * for items those of an active SEO plugin have precedence.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

use WP_Post;

defined( 'ABSPATH' ) || exit;

const SEO_META = '_site_companion_seo';

/** Without questions, because they have no page of their own. */
const TYPES_WITH_SEO = array( 'post', 'page', 'event' );

const SEO_MAX_LENGTHS = array(
	'title'       => 120,
	'description' => 320,
	'canonical'   => 500,
);

/** Numbers of characters after which search results cut off a title, with the name of the site, and a description. */
const MAX_SHOWN_TITLE       = 60;
const MAX_SHOWN_DESCRIPTION = 160;

add_action( 'init', __NAMESPACE__ . '\register_seo_meta', 20 );
add_action( 'rest_api_init', __NAMESPACE__ . '\register_seo_in_rest' );
add_action( 'enqueue_block_editor_assets', __NAMESPACE__ . '\enqueue_seo_panel' );
add_filter( '_wp_post_revision_field_' . SEO_META, static fn( mixed $value, string $name, mixed $revision ): string => $revision instanceof WP_Post ? implode( "\n", field_lines( seo_fields(), stored_seo( $revision->ID ) ) ) : '', 10, 3 );

function empty_seo(): array {
	return array(
		'title'       => '',
		'description' => '',
		'image'       => false,
		'canonical'   => '',
		'noindex'     => false,
	);
}

/** Descriptions of the fields that editors fill in, as in `schema.json`. */
function seo_fields(): array {
	return array(
		array(
			'name'      => 'title',
			'label'     => __( 'Title', 'site-companion' ),
			'help'      => __( 'Search results may cut off a longer one. The name of the site is added.', 'site-companion' ),
			'type'      => 'text',
			'maxLength' => max( 1, MAX_SHOWN_TITLE - mb_strlen( ' | ' . name_of_site() ) ),
		),
		array(
			'name'      => 'description',
			'label'     => __( 'Description', 'site-companion' ),
			'type'      => 'textarea',
			'maxLength' => MAX_SHOWN_DESCRIPTION,
		),
		array(
			'name'         => 'image',
			'label'        => __( 'Picture of shared links', 'site-companion' ),
			'help'         => __( 'Cut to 1200 × 630 pixels. Without one: the featured image if there is one, otherwise a card with the title.', 'site-companion' ),
			'type'         => 'image',
			'minWidth'     => 1200,
			'isDecorative' => true,
		),
		array(
			'name'  => 'noindex',
			'label' => __( 'Hide from search engines', 'site-companion' ),
			'type'  => 'boolean',
		),
	);
}

function register_seo_meta(): void {
	$text = static fn( string $name ): array => array(
		'type'      => 'string',
		'maxLength' => SEO_MAX_LENGTHS[ $name ],
	);
	foreach ( array( ...TYPES_WITH_SEO, HOMEPAGE, FAQPAGE ) as $type ) {
		register_post_meta(
			$type,
			SEO_META,
			array(
				'type'              => 'object',
				'single'            => true,
				'default'           => empty_seo(),
				'sanitize_callback' => __NAMESPACE__ . '\sanitize_seo',
				'auth_callback'     => static fn( bool $allowed, string $key, int $id ): bool => current_user_can( 'edit_post', $id ),
				'revisions_enabled' => post_type_supports( $type, 'revisions' ),
				'show_in_rest'      => array(
					'schema' => array(
						// Everybody may read `seo`, which leaves out what belongs to an item with a password.
						'context'              => array( 'edit' ),
						'type'                 => 'object',
						'additionalProperties' => false,
						'properties'           => array(
							'title'       => $text( 'title' ),
							'description' => $text( 'description' ),
							'image'       => array(
								'type'                 => array( 'object', 'boolean' ),
								'additionalProperties' => true,
							),
							'canonical'   => $text( 'canonical' ),
							'noindex'     => array( 'type' => 'boolean' ),
						),
					),
				),
			)
		);
	}
}

function register_seo_in_rest(): void {
	$readers = array(
		'seo'            => __NAMESPACE__ . '\read_item_seo',
		'featured_image' => __NAMESPACE__ . '\featured_image_of',
	);
	foreach ( $readers as $name => $read ) {
		register_rest_field(
			with_revision_types( TYPES_WITH_SEO ),
			$name,
			array(
				'get_callback' => static fn( array $item ): array|false => $read( (int) $item['id'] ),
				'schema'       => array(
					'type'     => array( 'object', 'boolean' ),
					'context'  => array( 'view', 'edit' ),
					'readonly' => true,
				),
			)
		);
	}
}

/** The featured image of an item or of a revision. An autosave can have its own; other revisions have that of their item. */
function featured_image_of( int $id ): array|false {
	$item = wp_is_post_revision( $id );
	$own  = $item ? get_metadata_raw( 'post', $id, '_thumbnail_id', true ) : null;

	return attachment_field( (int) ( $own ?? get_post_thumbnail_id( $item ?: $id ) ) );
}

/**
 * Completes and sanitizes stored or submitted values. An unusable canonical URL becomes empty. Only clients of the REST API and SEO
 * plugins can set one.
 */
function sanitize_seo( mixed $input ): array {
	$input = is_array( $input ) ? $input : array();
	$text  = static fn( string $name ): string => is_scalar( $input[ $name ] ?? '' ) ? trim( (string) ( $input[ $name ] ?? '' ) ) : '';
	$line  = static fn( string $name ): string => mb_substr( clean_line( clean_text( $text( $name ) ) ), 0, SEO_MAX_LENGTHS[ $name ] );

	return array(
		'title'       => $line( 'title' ),
		'description' => $line( 'description' ),
		'image'       => is_array( $input['image'] ?? null ) ? clean_image( $input['image'] ) : false,
		'canonical'   => clean_canonical( $text( 'canonical' ) ) ?? '',
		'noindex'     => (bool) ( $input['noindex'] ?? false ),
	);
}

/**
 * A canonical URL as it is stored: a path for a page of the site, otherwise an https URL. Null if it cannot be used.
 */
function clean_canonical( string $url ): ?string {
	if ( '' === $url ) {
		return '';
	}
	$relative = to_site_relative( $url );
	if ( str_starts_with( $relative, '/' ) ) {
		return esc_url_raw( $relative );
	}
	$parts = wp_parse_url( $relative );
	if ( ! is_array( $parts ) || 'https' !== strtolower( $parts['scheme'] ?? '' ) || ! str_contains( $parts['host'] ?? '', '.' ) || isset( $parts['user'] ) ) {
		return null;
	}

	return esc_url_raw( $relative, array( 'https' ) );
}

/** The values of an item or of a revision, in the format of the REST API. Empty if the item is password-protected. */
function read_item_seo( int $id ): array {
	// Revisions do not contain the values of other plugins, so these are read from the item.
	$post = get_post( wp_is_post_revision( $id ) ?: $id );
	if ( ! $post || post_password_required( $post ) ) {
		return to_seo_response( empty_seo() );
	}
	$own = to_seo_response( stored_seo( $id ) );
	if ( ! has_seo_plugin() ) {
		return $own;
	}
	$entered            = seo_of_plugin( $post );
	$entered['noindex'] = $entered['noindex'] ?? $own['noindex'];
	foreach ( array( 'title', 'description', 'image', 'canonical' ) as $name ) {
		$entered[ $name ] = $entered[ $name ] ?: $own[ $name ];
	}

	return $entered;
}

/** The values that the plugin has stored for an item. */
function stored_seo( int $id ): array {
	return sanitize_seo( get_post_meta( $id, SEO_META, true ) );
}

/** Converts stored values to the format of the REST API. An image of the media library gets its current URL, size and alternative text. */
function to_seo_response( array $seo ): array {
	$id = attachment_id_of( $seo['image'] );
	if ( $id > 0 ) {
		$seo['image'] = attachment_field( $id );
	}

	return $seo;
}

/** An image of the media library in the format of the REST API; false if there is none with this id. */
function attachment_field( int $id ): array|false {
	$image = $id > 0 ? library_image( array( 'id' => $id ) ) : false;

	return $image ? array_diff_key( $image, array( 'id' => 1 ) ) : false;
}

function enqueue_seo_panel(): void {
	// SEO plugins have no fields for the home page and the FAQ page of the site.
	$post = edited_item( array( HOMEPAGE, FAQPAGE, ...( has_seo_plugin() ? array() : TYPES_WITH_SEO ) ) );
	if ( ! $post ) {
		return;
	}
	$site = site_address();
	$data = array(
		'site'   => array(
			'url'         => '' === $site ? home_url() : $site,
			'name'        => name_of_site(),
			'description' => stored_site()['description'],
		),
		'meta'   => SEO_META,
		'fields' => seo_fields(),
		'panel'  => isset( SINGLE_ITEMS[ $post->post_type ] ) ? seo_defaults_of_page( $post->post_type ) : seo_defaults_of( $post ),
	);
	enqueue_field_controls();
	enqueue_style( 'admin/seo.css', array( 'site-companion-blocks' ) );
	enqueue_script( 'admin/seo.js', array( 'site-companion-fields', 'wp-data', 'wp-editor', 'wp-element', 'wp-i18n', 'wp-plugins' ) );
	wp_add_inline_script( 'site-companion-seo', 'var siteCompanionSeo = ' . wp_json_encode( $data ) . ';', 'before' );
}

/** The defaults of the empty fields of an item, for the preview. A page has a field "Description". */
function seo_defaults_of( WP_Post $post ): array {
	$description = read_fields( $post->ID )['description'] ?? '';

	return array(
		'description' => is_string( $description ) ? plain_text( $description ) : '',
		'slug'        => $post->post_name,
		'path'        => 'auto-draft' === $post->post_status ? '/' : site_path_of( $post ) ?? '/',
		'directory'   => 'event' === $post->post_type ? '/events/' : '/',
	);
}

/** The defaults of the home page or the FAQ page, whose title and address are fixed, for the preview. */
function seo_defaults_of_page( string $type ): array {
	return array(
		'isFixed'     => true,
		'title'       => HOMEPAGE === $type ? '' : 'FAQ',
		'description' => HOMEPAGE === $type ? stored_site()['description'] : plain_text( (string) ( single_values( FAQPAGE )['under_headline_content_html'] ?? '' ) ),
		'path'        => (string) site_path( $type, '' ),
	);
}
